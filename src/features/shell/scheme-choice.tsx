import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { shell } from '../../texts/shell.ts'

const schemes = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const

/** Among the items of a menu. */
export function SchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>{shell.scheme}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} aria-label={shell.scheme}>
        {schemes.map(({ value, icon: Icon }) => (
          <Menu.RadioItem
            key={value}
            value={value}
            onChange={() => setColorScheme(value)}
            rightSection={<Icon size={16} aria-hidden />}
          >
            {shell.schemes[value]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}

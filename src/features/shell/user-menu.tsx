import { ActionIcon, Avatar, Group, Menu, Text, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#server/features/identity/identity.schema.ts'
import { shell } from '../../texts/shell.ts'
import { Standing } from './standing.tsx'
import { useSignOut } from './use-sign-out.ts'

const schemes = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const

type Props = { user: CurrentUser; withStanding: boolean; liveness?: ReactNode }

export function UserMenu({ user, withStanding, liveness }: Props) {
  const leave = useSignOut()
  const fullName = `${user.firstName} ${user.lastName}`.trim()

  return (
    <Menu
      position="bottom-end"
      width={260}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" radius="xl" size={40} aria-label={shell.userMenu}>
          <Avatar
            src={user.profileImageUrl || null}
            name={fullName || user.email}
            alt=""
            size={34}
            color="accent"
            aria-hidden
          />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {fullName && (
            <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
              {fullName}
            </Text>
          )}
          <Text size="xs" truncate>
            {user.email}
          </Text>
          {withStanding && (
            <Group gap={6} mt="xs">
              <Standing liveness={liveness} />
            </Group>
          )}
        </Menu.Label>
        <Menu.Divider />
        <SchemeChoice />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={leave}>
          {shell.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function SchemeChoice() {
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

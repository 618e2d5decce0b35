import { Menu, type MenuDropdownProps, type MenuProps } from '@mantine/core'
import { cloneElement, type ReactElement, type ReactNode, type RefObject, useState } from 'react'
import { type ButtonProps, useMountOnUse } from './use-mount-on-use.ts'

type Props = Omit<MenuProps, 'opened' | 'onChange' | 'children'> & {
  /** The button that opens the menu. */
  target: ReactElement<ButtonProps>
  /** Refers to the button, for callers that move the focus to it. */
  opener?: RefObject<HTMLButtonElement | null>
  dropdown?: MenuDropdownProps
  children: ReactNode
}

/** A menu that is only its button until its first use: a page with many menus would render slowly. */
export function MenuOnUse({ target, opener, dropdown, children, ...menu }: Props) {
  const [opened, setOpened] = useState(false)
  const { isUsed, ref, button } = useMountOnUse('menu', () => setOpened(true), opener)
  if (!isUsed) return cloneElement(target, button)
  return (
    <Menu {...menu} opened={opened} onChange={setOpened}>
      <Menu.Target>{cloneElement(target, { ref })}</Menu.Target>
      <Menu.Dropdown {...dropdown}>{children}</Menu.Dropdown>
    </Menu>
  )
}

import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowsSort } from '@tabler/icons-react'
import { MenuOnUse } from '../menus/menu-on-use.tsx'

type Props<S extends string> = {
  label: string
  sorts: readonly S[]
  nameOf: (sort: S) => string
  sort: S
  onSort: (sort: S) => void
}

/** A sort menu for cards, which have no column headings. */
export function SortMenu<S extends string>({ label, sorts, nameOf, sort, onSort }: Props<S>) {
  return (
    <MenuOnUse
      position="bottom-end"
      returnFocus
      withinPortal={false}
      target={
        <ActionIcon variant="default" size={36} aria-label={`${label}: ${nameOf(sort)}`}>
          <IconArrowsSort size={18} aria-hidden />
        </ActionIcon>
      }
    >
      <Menu.RadioGroup
        value={sort}
        onChange={(name) => onSort(sorts.find((each) => each === name) ?? sort)}
      >
        {sorts.map((option) => (
          <Menu.RadioItem key={option} value={option} closeMenuOnClick>
            {nameOf(option)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </MenuOnUse>
  )
}

import { Menu, UnstyledButton } from '@mantine/core'
import { useRef } from 'react'
import { MenuOnUse } from '../menus/menu-on-use.tsx'
import { Chip } from './chip.tsx'
import classes from './filter.module.css'

type Props<T extends string> = {
  /** The chip's text while no option is chosen. */
  add: string
  options: readonly T[]
  value: T | undefined
  nameOf: (option: T) => string
  /** The chip's text once an option is chosen. */
  describe: (name: string) => string
  onChange: (value: T | undefined) => void
}

/** A filter with a fixed list of options. */
export function ChoiceChip<T extends string>(props: Props<T>) {
  const { add, options, value, nameOf, describe, onChange } = props
  const opener = useRef<HTMLButtonElement>(null)
  const active = value && describe(nameOf(value))
  const optionOf = (name: string) => options.find((option) => option === name)
  const remove = () => {
    onChange(undefined)
    opener.current?.focus()
  }
  return (
    <Chip active={active} onRemove={remove}>
      <MenuOnUse
        position="bottom-start"
        returnFocus
        portalProps={{ target: '#content' }}
        opener={opener}
        target={<UnstyledButton className={classes.opener}>{active ?? add}</UnstyledButton>}
      >
        <Menu.RadioGroup value={value ?? ''} onChange={(name) => onChange(optionOf(name))}>
          {options.map((option) => (
            <Menu.RadioItem key={option} value={option} closeMenuOnClick>
              {nameOf(option)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </MenuOnUse>
    </Chip>
  )
}

import { Popover, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useRef } from 'react'
import { Chip } from './chip.tsx'
import classes from './chip.module.css'

type FilterChipProps = {
  add: string
  active: string | undefined
  onRemove: () => void
  children: (close: () => void) => ReactNode
}

/** '+ Amount' opens a small form; once set it says to what, opens again, and can be cleared. */
export function FilterChip({ add, active, onRemove, children }: FilterChipProps) {
  const [opened, popover] = useDisclosure(false)
  const opener = useRef<HTMLButtonElement>(null)
  const remove = () => {
    onRemove()
    opener.current?.focus()
  }
  return (
    <Popover
      opened={opened}
      onDismiss={popover.close}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Chip active={active} onRemove={remove}>
        <Popover.Target>
          <UnstyledButton ref={opener} className={classes.opener} onClick={popover.toggle}>
            {active ?? add}
          </UnstyledButton>
        </Popover.Target>
      </Chip>
      <Popover.Dropdown aria-label={active ?? add}>{children(popover.close)}</Popover.Dropdown>
    </Popover>
  )
}

import { CloseButton, UnstyledButton } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { common } from '#client/texts/en/common.ts'
import { PopoverOnUse } from '../menus/popover-on-use.tsx'
import classes from './filter.module.css'

type ChipProps = {
  /** The filter's current value as text; undefined while it is not set. */
  active: string | undefined
  onRemove: () => void
  children: ReactNode
}

/** The frame of one filter, with the × that clears it. */
export function Chip({ active, onRemove, children }: ChipProps) {
  return (
    <div className={classes.chip} data-active={active !== undefined || undefined}>
      {children}
      {active !== undefined && (
        <CloseButton
          size="sm"
          radius="xl"
          className={classes.remove}
          aria-label={common.removeFilter(active)}
          onClick={onRemove}
        />
      )}
    </div>
  )
}

/** A filter set by a link, without options to choose from. */
export function LinkChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <Chip active={label} onRemove={onRemove}>
      <span className={classes.label}>{label}</span>
    </Chip>
  )
}

type FilterChipProps = {
  /** The chip's text while the filter is not set, such as '+ Amount'. */
  add: string
  active: string | undefined
  onRemove: () => void
  children: (close: () => void) => ReactNode
}

/** A chip that opens a small form for one filter. Once the filter is set, the chip shows its value and can clear it. */
export function FilterChip({ add, active, onRemove, children }: FilterChipProps) {
  const [opened, setOpened] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const remove = () => {
    onRemove()
    opener.current?.focus()
  }
  return (
    <Chip active={active} onRemove={remove}>
      <PopoverOnUse
        opened={opened}
        onOpenedChange={setOpened}
        position="bottom-start"
        shadow="md"
        trapFocus
        returnFocus
        opener={opener}
        target={<UnstyledButton className={classes.opener}>{active ?? add}</UnstyledButton>}
        dropdown={{ 'aria-label': active ?? add }}
      >
        {() => children(() => setOpened(false))}
      </PopoverOnUse>
    </Chip>
  )
}

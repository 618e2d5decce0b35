import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { common } from '../texts/common.ts'
import classes from './chip.module.css'

type ChipProps = {
  /** What the filter is set to; undefined while it is not. */
  active: string | undefined
  onRemove: () => void
  children: ReactNode
}

/** The frame of one filter: what opens or names it, and the × that clears it. */
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

/** A filter that a link brought along and that has nothing to choose from. */
export function LinkChip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <Chip active={label} onRemove={onRemove}>
      <span className={classes.label}>{label}</span>
    </Chip>
  )
}

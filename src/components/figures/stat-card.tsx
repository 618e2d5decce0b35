import { Paper, Skeleton, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './card.module.css'
import { Sparkline } from './sparkline.tsx'

export type Direction = 'up' | 'down' | 'same'

export type StatHeadProps = {
  label: string
  value: ReactNode
  /** The payments or customers that the figure counts, read aloud after it. */
  basis?: string
  /** Renders the link to the rows behind the figure; the whole card is clickable. */
  renderLink?: (props: { className: string | undefined; children: ReactNode }) => ReactNode
}

const arrows = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconArrowRight }

/**
 * A card's label and figure. Only the figure is inside the link, so that the card can have more links above
 * its clickable area.
 */
export function StatHead({ label, value, basis, renderLink }: StatHeadProps) {
  const children = (
    <>
      <Text size="sm" c="dimmed" fw={500}>
        {label}
      </Text>
      <p className={classes.value}>{value}</p>
      {basis && <VisuallyHidden>{basis}</VisuallyHidden>}
    </>
  )
  return renderLink?.({ className: classes.opener, children }) ?? children
}

type ChangeProps = { direction: Direction; children: string }

/** A figure's change; the arrow shows the direction without relying on colour. */
export function Change({ direction, children }: ChangeProps) {
  const Arrow = arrows[direction]
  return (
    <span className={classes.change} data-direction={direction}>
      <Arrow size={14} aria-hidden />
      {children}
    </span>
  )
}

type RecentProps = {
  /** The figure for the days of the small chart; screen readers read it instead of the chart. */
  figure: string
  change?: { text: string; direction: Direction; versus: string }
}

type Props = StatHeadProps & {
  recent: RecentProps | undefined
  /** Values of the same days, oldest first. */
  line: readonly (number | null)[]
  note?: ReactNode
}

/** A figure with a small chart of the last days and its change. */
export function StatCard({ recent, line, note, ...head }: Props) {
  return (
    <Paper className={classes.card} p={{ base: 'sm', sm: 'md' }}>
      <StatHead {...head} />
      {note && (
        <div className={classes.foot} data-note>
          {note}
        </div>
      )}
      <div className={classes.trend} data-trend>
        <Sparkline values={line} />
        {recent && <VisuallyHidden>{recent.figure}</VisuallyHidden>}
        {recent?.change && (
          <>
            <Change direction={recent.change.direction}>{recent.change.text}</Change>
            <VisuallyHidden>{recent.change.versus}</VisuallyHidden>
          </>
        )}
      </div>
    </Paper>
  )
}

export function StatCardSkeleton() {
  return (
    <Paper className={classes.card} p={{ base: 'sm', sm: 'md' }} data-skeleton>
      <Skeleton height="0.875rem" width="45%" my={3} />
      <Skeleton height="1.75rem" width="60%" my="0.5625rem" />
      <Skeleton height="0.75rem" width="70%" my={3} />
    </Paper>
  )
}

import { Paper, Skeleton, Text } from '@mantine/core'
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './card.module.css'

type Change = { text: string; direction: 'up' | 'down' | 'same'; versus: string }

export type StatHeadProps = {
  label: string
  value: ReactNode
  /** Makes the link to the rows behind the figure; the whole card opens it. */
  renderLink?: (props: { className: string | undefined; children: ReactNode }) => ReactNode
}

type Props = StatHeadProps & {
  change?: Change
  /** What the figure is of, where its change is of something else. */
  basis?: string
  note?: ReactNode
}

const arrows = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconArrowRight }

/** Only the figure is in the link, so that the card can hold more links above its area. */
export function StatHead({ label, value, renderLink }: StatHeadProps) {
  const children = (
    <>
      <Text size="sm" c="dimmed" fw={500}>
        {label}
      </Text>
      <p className={classes.value}>{value}</p>
    </>
  )
  return renderLink?.({ className: classes.opener, children }) ?? children
}

export function StatCard({ change, basis, note, ...head }: Props) {
  const Arrow = change && arrows[change.direction]
  return (
    <Paper className={classes.card} p={{ base: 'sm', sm: 'md' }}>
      <StatHead {...head} />
      {basis && (
        <Text size="xs" c="dimmed" mb={4}>
          {basis}
        </Text>
      )}
      <div className={classes.foot}>
        {change && Arrow && (
          <>
            <span className={classes.change} data-direction={change.direction}>
              <Arrow size={14} aria-hidden />
              {change.text}
            </span>
            <span>{change.versus}</span>
          </>
        )}
        {note}
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

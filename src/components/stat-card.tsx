import { Paper, Skeleton, Text } from '@mantine/core'
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './stat-card.module.css'

type Change = { text: string; direction: 'up' | 'down' | 'same'; versus: string }

type Props = { label: string; value: ReactNode; change?: Change; note?: string }

const arrows = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconArrowRight }

export function StatCard({ label, value, change, note }: Props) {
  const Arrow = change && arrows[change.direction]
  return (
    <Paper className={classes.card} p={{ base: 'sm', sm: 'md' }}>
      <Text size="sm" c="dimmed" fw={500}>
        {label}
      </Text>
      <p className={classes.value}>{value}</p>
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
        {note && <span>{note}</span>}
      </div>
    </Paper>
  )
}

export function StatCardSkeleton() {
  return (
    <Paper className={classes.card} p={{ base: 'sm', sm: 'md' }}>
      <Skeleton height="0.875rem" width="45%" my={3} />
      <Skeleton height="1.75rem" width="60%" my="0.5625rem" />
      <Skeleton height="0.75rem" width="70%" my={3} />
    </Paper>
  )
}

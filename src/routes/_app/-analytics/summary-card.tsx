import { Paper, Text } from '@mantine/core'
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StatHead, type StatHeadProps } from '../../../components/stat-card.tsx'
import classes from '../../../components/stat-card.module.css'
import { analytics } from '../../../texts/analytics.ts'
import own from './analytics.module.css'

const texts = analytics.summary

type Props = StatHeadProps & {
  note: ReactNode
  change: number | null
  formatChange: (change: number) => string
  /** For what gets better as it falls. */
  lessIsBetter?: boolean
}

export function SummaryCard({ note, change, formatChange, lessIsBetter, ...head }: Props) {
  return (
    <Paper className={classes.card} p="md">
      <StatHead {...head} />
      <div className={classes.foot}>
        {change === null ? (
          <span>{texts.notComparable}</span>
        ) : (
          <>
            <span
              className={classes.change}
              data-direction={toneOf(lessIsBetter ? -change : change)}
            >
              <Arrow change={change} />
              {formatChange(change)}
            </span>
            <span>{texts.versus}</span>
          </>
        )}
      </div>
      <Text size="xs" c="dimmed" className={own.note}>
        {note}
      </Text>
    </Paper>
  )
}

const toneOf = (change: number) => (change > 0 ? 'up' : change < 0 ? 'down' : 'same')

function Arrow({ change }: { change: number }) {
  const Icon = change > 0 ? IconArrowUpRight : change < 0 ? IconArrowDownRight : IconArrowRight
  return <Icon size={14} aria-hidden />
}

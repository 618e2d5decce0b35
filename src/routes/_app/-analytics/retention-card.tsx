import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Summary } from '#server/features/analytics/analytics.schema.ts'
import { addMonths, type Month } from '#server/shared/day.ts'
import classes from '../../../components/stat-card.module.css'
import { formatChange, formatCount, formatPercent } from '../../../lib/format.ts'
import { analytics } from '../../../texts/analytics.ts'
import { SummaryCard } from './summary-card.tsx'

const texts = analytics.summary

type Props = { retention: Summary['retention']; month: Month }

/** A share of customers, so both of its counts open: who came back, and who could have. */
export function RetentionCard({ retention: { value, change, returned, paid }, month }: Props) {
  const before = { paidIn: addMonths(month, -1) }
  const again = { ...before, paidAlsoIn: month }
  const frame = { label: texts.retention, change, formatChange }
  if (value === null) {
    return <SummaryCard {...frame} value={texts.none} note={texts.retentionMeaning} />
  }
  return (
    <SummaryCard
      {...frame}
      value={formatPercent(value)}
      renderLink={(props) => <Link to="/customers" search={again} {...props} />}
      note={
        <>
          <Anchor
            className={classes.above}
            underline="always"
            aria-label={texts.openReturned(formatCount(returned))}
            renderRoot={(props) => <Link to="/customers" search={again} {...props} />}
          >
            {formatCount(returned)}
          </Anchor>{' '}
          {texts.retentionOf}{' '}
          <Anchor
            className={classes.above}
            underline="always"
            aria-label={texts.openPaid(texts.customers(formatCount(paid)))}
            renderRoot={(props) => <Link to="/customers" search={before} {...props} />}
          >
            {texts.customers(formatCount(paid))}
          </Anchor>{' '}
          {texts.retentionNote}
        </>
      }
    />
  )
}

import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { ChartCard } from '#client/components/figures/chart-card.tsx'
import { ExportButton } from '#client/features/exports/export-button.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { useCompact } from '#client/lib/hooks/use-narrow.ts'
import { nullAs } from '#client/lib/visitor.ts'
import { formatSpan, todayIn } from '#client/lib/words/days.ts'
import { formatCount } from '#client/lib/words/format.ts'
import { analytics } from '#client/texts/en/analytics.ts'
import { exports } from '#client/texts/en/exports.ts'
import { queries, trpc } from '#client/trpc.ts'
import type { Range } from '#server/features/analytics/range.schema.ts'
import type { Takings, TakingsLine } from '#server/features/takings/takings.schema.ts'
import type { Currency } from '#server/shared/money/money.ts'
import classes from './analytics.module.css'
import type { ReportSelection } from './analytics-search.ts'
import { keepWithin } from './report-card.tsx'
import { daysOf } from './series-points.ts'
import { TakingsList, TakingsTable } from './takings-rows.tsx'

const texts = analytics.takings

const noTakings: Takings = { lines: [], totals: [] }
const takingsOrNone = nullAs(noTakings)

/** The takings of each day in the selected range, with their total and an export. */
export function TakingsCard({ shown: { range, currency } }: { shown: ReportSelection }) {
  return range && <CardOfRange key={`${range} ${currency}`} range={range} currency={currency} />
}

function CardOfRange({ range, currency }: { range: Range; currency: Currency }) {
  const { timezone } = useSignedIn().merchant
  const days = daysOf(range, todayIn(timezone))
  const input = { ...days, currency }
  const query = trpc.takings.list.useQuery(input, {
    placeholderData: keepWithin(currency),
    select: takingsOrNone,
  })
  const takings = query.data ?? noTakings
  const isEmpty = takings.lines.length === 0
  return (
    <ChartCard
      title={texts.title}
      about={texts.about(currency)}
      failed={texts.failed}
      query={query}
      isEmpty={isEmpty}
      action={
        !isEmpty && (
          <ExportButton
            timezone={timezone}
            view={{
              kind: 'takings',
              label: exports.shownDays(formatSpan(days.from, days.to), currency),
              input,
              checkExport: () => queries.takings.list.fetch(input, { staleTime: 0, gcTime: 0 }),
            }}
          />
        )
      }
    >
      <div className={classes.body} data-stale={query.isPlaceholderData || undefined}>
        <Rows takings={takings} />
      </div>
    </ChartCard>
  )
}

/** Rows that appear at once; a year has up to a thousand. */
const ROWS_AT_ONCE = 14
const MORE_ROWS = 100

/** Compares lines by day, newest first. Lines of one day compare as equal, so that their methods keep their order. */
const newestFirst = (one: TakingsLine, other: TakingsLine): number =>
  one.day === other.day ? 0 : one.day < other.day ? 1 : -1

function Rows({ takings: { lines, totals } }: { takings: Takings }) {
  const [count, setCount] = useState(ROWS_AT_ONCE)
  const isCompact = useCompact()
  const shownLines = lines.toSorted(newestFirst).slice(0, count)
  const moreCount = Math.min(MORE_ROWS, lines.length - shownLines.length)
  const Lines = isCompact ? TakingsList : TakingsTable
  return (
    <Stack gap="xs">
      <Lines lines={shownLines} totals={totals} />
      {moreCount > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => setCount((before) => before + MORE_ROWS)}
        >
          {texts.more(formatCount(moreCount))}
        </Button>
      )}
    </Stack>
  )
}

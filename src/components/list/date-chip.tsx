import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { formatFullDay } from '#client/lib/words/days.ts'
import type { Period } from '#client/lib/words/periods.ts'
import { dateFilter as texts } from '#client/texts/en/fields.ts'
import type { Day } from '#server/shared/day.ts'
import { FilterChip } from './chip.tsx'

// Loads the calendar only when it is opened.
const DayRange = lazy(() =>
  import('./day-range.tsx').then((module) => ({ default: module.DayRange })),
)

/** A filter by day: a first and a last day, or a period such as the last 30 days. */
export type Days = {
  from?: Day | undefined
  to?: Day | undefined
  /** A period in place of `from` and `to`. */
  period?: Period | undefined
}

type Props = { days: Days; timezone: string; onChange: (changed: Days) => void }

/** The change that clears a filter by day. */
export const noDays: Days = { from: undefined, to: undefined, period: undefined }

/** A filter chip for a period, or for a first and a last day. */
export function DateChip({ days, timezone, onChange }: Props) {
  return (
    <FilterChip add={texts.add} active={describe(days)} onRemove={() => onChange(noDays)}>
      {(close) => (
        <Suspense fallback={<Skeleton w="16rem" h="18rem" />}>
          <DayRange
            days={days}
            timezone={timezone}
            onPick={(day) => onChange({ ...noDays, ...day })}
            onChoose={(chosen) => {
              close()
              onChange({ ...noDays, ...chosen })
            }}
          />
        </Suspense>
      )}
    </FilterChip>
  )
}

function describe({ from, to, period }: Days): string | undefined {
  if (period) return texts.on(texts.periods[period])
  if (from && from === to) return texts.on(formatFullDay(from))
  if (from && to) return texts.between(formatFullDay(from), formatFullDay(to))
  if (from) return texts.from(formatFullDay(from))
  return to && texts.upTo(formatFullDay(to))
}

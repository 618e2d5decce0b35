import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { TransactionSearch } from '../../../../features/transactions/transaction-search.ts'
import { formatFullDay } from '../../../../lib/days.ts'
import { transactions } from '../../../../texts/transactions.ts'
import { FilterChip } from './filter-chip.tsx'

const texts = transactions.filters.date

// The calendar is only for who opens it.
const DayRange = lazy(() =>
  import('./day-range.tsx').then((module) => ({ default: module.DayRange })),
)

export type Days = Pick<TransactionSearch, 'from' | 'to'>

type Props = { search: TransactionSearch; onChange: (changed: Days) => void }

export function DateChip({ search, onChange }: Props) {
  return (
    <FilterChip
      add={transactions.filters.add.date}
      active={describe(search)}
      onRemove={() => onChange({ from: undefined, to: undefined })}
    >
      {(close) => (
        <Suspense fallback={<Skeleton w="16rem" h="18rem" />}>
          <DayRange
            days={search}
            onChoose={(days) => {
              close()
              onChange(days)
            }}
          />
        </Suspense>
      )}
    </FilterChip>
  )
}

function describe({ from, to }: Days): string | undefined {
  if (from && from === to) return texts.on(formatFullDay(from))
  if (from && to) return texts.between(formatFullDay(from), formatFullDay(to))
  if (from) return texts.from(formatFullDay(from))
  return to && texts.upTo(formatFullDay(to))
}

import { IconScale } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatCount, formatMoney } from '#client/lib/words/format.ts'
import { dashboard } from '#client/texts/en/dashboard.ts'
import { trpc } from '#client/trpc.ts'
import { addDays, type Day } from '#server/shared/day.ts'
import { type Currency, decimalFromMinor, minorFromDecimal } from '#server/shared/money/money.ts'
import classes from './today.module.css'

const texts = dashboard.today

/** Days before a deadline from which the dashboard names the dispute. */
const DAYS = 5

/** Returns the disputes that need a response within five days: how many, and their sums by currency. */
export function useUrgentDisputes(day: Day) {
  // The filter excludes its day.
  const dueBefore = addDays(day, DAYS + 1)
  const { data, error } = trpc.disputes.summary.useQuery({ dueBefore })
  const groups = data?.groups ?? []
  const sums = new Map<Currency, number>()
  for (const { currency, amount } of groups) {
    sums.set(currency, (sums.get(currency) ?? 0) + (minorFromDecimal(amount) ?? 0))
  }
  const count = groups.reduce((total, group) => total + group.count, 0)
  const isUnknown = error !== null || data?.isExact === false
  return { dueBefore, count, sums, isUnknown, isShown: isUnknown || count > 0 }
}

type Props = Pick<
  ReturnType<typeof useUrgentDisputes>,
  'dueBefore' | 'count' | 'sums' | 'isUnknown'
>

/** Opens the disputes that need a response within five days. */
export function UrgentDisputes({ dueBefore, count, sums, isUnknown }: Props) {
  const amounts = [...sums].map(([currency, minor]) =>
    formatMoney(decimalFromMinor(minor), currency),
  )
  return (
    <Link to="/disputes" search={{ dueBefore }} className={classes.chip} data-tone="failed">
      <IconScale size={16} aria-hidden />
      {isUnknown
        ? texts.disputesUnknown
        : [texts.disputesDue(DAYS, formatCount(count)), ...amounts].join(' · ')}
    </Link>
  )
}

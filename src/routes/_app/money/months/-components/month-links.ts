import type { LinkProps } from '@tanstack/react-router'
import type { EntrySearch } from '#client/features/money/money-search.ts'
import { EntryType } from '#server/features/money/money-enums.schema.ts'
import type { Correction, OpenItem } from '#server/features/months/months.schema.ts'
import { addDays, addMonths, type Day, type Month } from '#server/shared/day.ts'
import type { Currency } from '#server/shared/money/money.ts'
import { PaymentMethod } from '#server/shared/money/payment-method.ts'

type Span = { from: Day; to: Day; currency: Currency }

/** Returns the first and the last day of a month. */
export const spanOf = (month: Month): { from: Day; to: Day } => ({
  from: `${month}-01`,
  to: addDays(`${addMonths(month, 1)}-01`, -1),
})

export const paymentsLink = (
  span: Span,
  paymentMethod: PaymentMethod | null,
): LinkProps | undefined =>
  paymentMethod === null
    ? undefined
    : { to: '/transactions', search: { ...span, status: 'success', paymentMethod } }

export const refundsLink = (
  span: Span,
  paymentMethod: PaymentMethod | null,
): LinkProps | undefined =>
  paymentMethod === null
    ? undefined
    : { to: '/refunds', search: { ...span, status: 'success', paymentMethod } }

export const entriesLink = (search: Partial<EntrySearch>): LinkProps => ({
  to: '/money/entries',
  search,
})

/** Returns the list with the rows of an open item. */
export function openItemLink({ kind, currency }: OpenItem, month: Month): LinkProps | undefined {
  const { from, to } = spanOf(month)
  if (kind === 'unsettled') {
    return { to: '/transactions', search: { settled: 'false', currency, from, to } }
  }
  if (kind === 'refund_pending') {
    return { to: '/refunds', search: { status: 'pending', currency, to } }
  }
  return { to: '/disputes', search: { status: kind, currency, to } }
}

/** Returns the list with the rows that a correction is about, as they are now. */
export function correctionLink({
  month,
  section,
  name,
  kind,
  currency,
}: Correction): LinkProps | undefined {
  const span = { ...spanOf(month), currency }
  const method = PaymentMethod.safeParse(name).data ?? null
  if (section === 'gross') return paymentsLink(span, method)
  if (section === 'refunds') return refundsLink(span, method)
  if (section === 'disputes') return entriesLink({ ...spanOf(month), type: 'dispute' })
  const type = EntryType.safeParse(kind).data
  return entriesLink({ ...span, processor: name, ...(type && { type }) })
}

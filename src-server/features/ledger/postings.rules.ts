import type { BalanceEntryRow, EntryType, LedgerKind } from '#db/tables/balance-tables.ts'
import type { Minor } from '#server/shared/money/money.ts'

/** Kind of the contra account, from which an entry's money comes or to which it goes. */
const counterparts: Readonly<Record<EntryType, LedgerKind>> = {
  charge: 'sales',
  refund: 'refunds',
  refund_failure: 'refunds',
  dispute: 'disputes',
  dispute_reversal: 'disputes',
  fee: 'fees',
  payout: 'payouts',
  payout_failure: 'payouts',
  transfer: 'transfers',
  adjustment: 'adjustments',
  other: 'adjustments',
}

/**
 * PayPal's codes for money that it converts between two balances of an account. Each balance has an entry of its own,
 * so the conversion account connects them.
 */
const conversionCodes: ReadonlySet<string> = new Set(['T0200', 'T0201', 'T0202'])

/** A ledger account, by its kind and currency. */
export type AccountName = { kind: LedgerKind; currency: string }

/** An amount, above 0, that goes from the credited account to the debited one; both have the same currency. */
export type Posting = { debit: AccountName; credit: AccountName; currency: string; amount: Minor }

type PostedEntry = Pick<
  BalanceEntryRow,
  | 'type'
  | 'rawType'
  | 'balanceType'
  | 'amount'
  | 'fee'
  | 'currency'
  | 'originalAmount'
  | 'originalCurrency'
>

/**
 * Returns the postings of a balance entry. Converted money is posted to the conversion account in both currencies, so
 * that the postings sum to zero in each.
 */
export function postingsOf(entry: PostedEntry): Posting[] {
  const { type, amount, fee, currency, originalAmount, originalCurrency } = entry
  const counterpart = conversionCodes.has(entry.rawType) ? 'conversion' : counterparts[type]
  // Every part of a balance except `payments` is a reserve; see `balanceType` of `ReportedEntry`.
  const held: LedgerKind = entry.balanceType === 'payments' ? 'processor' : 'reserved'
  const gross =
    originalAmount === null || originalCurrency === null
      ? [transferOf(held, counterpart, { amount, currency })]
      : [
          transferOf(held, 'conversion', { amount, currency }),
          transferOf('conversion', counterpart, {
            amount: originalAmount,
            currency: originalCurrency,
          }),
        ]
  const postings = [...gross, transferOf('fees', held, { amount: fee, currency })]
  return postings.filter((posting) => posting.amount > 0)
}

/** Debits one account and credits the other; a negative amount goes the other way. */
function transferOf(
  debit: LedgerKind,
  credit: LedgerKind,
  { amount, currency }: { amount: Minor; currency: string },
): Posting {
  const [to, from] = amount < 0 ? [credit, debit] : [debit, credit]
  return {
    debit: { kind: to, currency },
    credit: { kind: from, currency },
    currency,
    amount: Math.abs(amount),
  }
}

import { newPayPalId, type PayPalAccount } from './account.ts'
import type { BookedTransaction } from './money-rows.ts'
import { malformed, PayPalRefusal } from './refusal.ts'
import type { Capture, Money, Refund } from './resources.ts'
import { minorOf, moneyOf, type StandInContext, schedule, timeText } from './stand-in-context.ts'

const DAY_MS = 86_400_000
const KEPT_FOR_MS = 3 * 365 * DAY_MS

/** PayPal's fee of a payment: 3.4 % and 0.35, rounded half up. */
export const feeOf = (amount: number): number => Math.floor((amount * 34 + 500) / 1000) + 35

type NewRow = Pick<BookedTransaction, 'code' | 'currency' | 'amount'> & Partial<BookedTransaction>

/** Adds a row to the account's money. */
export function book({ account, nowMs }: StandInContext, row: NewRow): BookedTransaction {
  const { rows, lateByMs } = account.money
  const booked: BookedTransaction = {
    id: newPayPalId(),
    fee: 0,
    status: 'S',
    atMs: nowMs,
    listedAtMs: nowMs + lateByMs,
    ...row,
  }
  rows.push(booked)
  return booked
}

/** Books a completed capture and completes its breakdown. If PayPal converts the currency, books both sides of that. */
export function bookCapture(context: StandInContext, capture: Capture): void {
  const currency = capture.amount.currency_code
  const amount = minorOf(capture.amount)
  // Currencies without decimals have whole fees.
  const fee =
    currency === 'JPY' || currency === 'HUF' ? Math.ceil(feeOf(amount) / 100) * 100 : feeOf(amount)
  const { id, custom_id: customId, invoice_id: invoiceId } = capture
  book(context, { id, code: 'T0006', currency, amount, fee, customId, invoiceId })
  const conversion = context.account.conversions.get(currency)
  const received = conversion && Math.round((amount - fee) * conversion.rate)
  capture.seller_receivable_breakdown = {
    gross_amount: capture.amount,
    paypal_fee: moneyOf(fee, currency),
    net_amount: signedMoneyOf(amount - fee, currency),
    ...(conversion &&
      received !== undefined && {
        receivable_amount: moneyOf(received, conversion.to),
        exchange_rate: {
          source_currency: currency,
          target_currency: conversion.to,
          value: String(conversion.rate),
        },
      }),
  }
  if (!conversion || received === undefined) return
  const side = { code: 'T0200', referenceId: id }
  book(context, { ...side, currency, amount: fee - amount })
  book(context, { ...side, currency: conversion.to, amount: received })
}

/** Books a refund, or a reversal by PayPal, of a capture. */
export const bookRefund = (
  context: StandInContext,
  { refund, capture, code }: { refund: Refund; capture: Capture; code: string },
): BookedTransaction =>
  book(context, {
    id: refund.id,
    code,
    currency: refund.amount.currency_code,
    amount: -minorOf(refund.amount),
    referenceId: capture.id,
    customId: refund.custom_id,
    invoiceId: refund.invoice_id,
  })

/** Returns the sum of an account's rows in a currency that a condition selects, fees deducted. */
const sumOf = (
  { money }: PayPalAccount,
  currency: string,
  isCounted: (row: BookedTransaction) => boolean,
): number =>
  money.rows
    .filter((row) => row.currency === currency && isMoved(row) && isCounted(row))
    .reduce((sum, { amount, fee }) => sum + amount - fee, 0)

/** A denied row moved nothing, and a pending one only when it is a withdrawal. */
const isMoved = ({ status, code }: BookedTransaction): boolean =>
  status === 'S' || (status === 'P' && code.startsWith('T04'))

const isHold = ({ code }: BookedTransaction): boolean => /^T(1105|111[01]|15|21)/.test(code)

export const balanceOf = (account: PayPalAccount, currency: string): number =>
  sumOf(account, currency, () => true)

/** Sends money to the merchant's bank: pending for a day, and then completed or, with `fails`, taken back. */
export function withdraw(
  context: StandInContext,
  {
    currency,
    amount,
    fails = false,
    isAutomatic = false,
  }: { currency: string; amount: number; fails?: boolean; isAutomatic?: boolean },
): BookedTransaction {
  const row = book(context, {
    code: isAutomatic ? 'T0401' : 'T0400',
    currency,
    amount: -amount,
    status: 'P',
  })
  schedule(context, DAY_MS, (atDue) => {
    row.status = 'S'
    row.bankReferenceId = `BANK${row.id.slice(0, 6)}`
    if (fails) book(atDue, { code: 'T1101', currency, amount, referenceId: row.id })
  })
  return row
}

/** Takes back a refund that was completed: the money returns to the merchant. */
export function failRefund(context: StandInContext, refund: Refund): void {
  book(context, {
    code: 'T1107',
    currency: refund.amount.currency_code,
    amount: minorOf(refund.amount),
    referenceId: refund.id,
    customId: refund.custom_id,
    invoiceId: refund.invoice_id,
  })
}

const signedMoneyOf = (minor: number, currency: string): Money => {
  const money = moneyOf(Math.abs(minor), currency)
  return minor < 0 ? { ...money, value: `-${money.value}` } : money
}

const refreshedAt = ({ account, nowMs }: StandInContext): number =>
  Math.floor(nowMs / account.money.refreshEveryMs) * account.money.refreshEveryMs

const unavailable = () =>
  new PayPalRefusal(400, 'INVALID_REQUEST', {}, 'Data for the given start date is not available.')

/** Lists rows by the time at which they began, the oldest first, as PayPal's transaction search does. */
export function searchTransactions(context: StandInContext, query: URLSearchParams) {
  const { account, nowMs } = context
  const at = (name: string) => {
    const text = query.get(name) ?? ''
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text))
      throw malformed(name)
    return Date.parse(text)
  }
  const [start, end] = [at('start_date'), at('end_date')]
  if (end < start || end - start > 31 * DAY_MS) throw malformed('end_date')
  const refreshedMs = refreshedAt(context)
  if (start < nowMs - KEPT_FOR_MS || start > refreshedMs) throw unavailable()
  const size = Number(query.get('page_size') ?? 100)
  const page = Number(query.get('page') ?? 1)
  if (!(size >= 1 && size <= 500 && page >= 1)) throw malformed('page_size')
  const matching = account.money.rows
    .filter(({ atMs, listedAtMs }) => atMs >= start && atMs <= end && listedAtMs <= refreshedMs)
    .toSorted((one, other) => one.atMs - other.atMs)
  if (matching.length > account.money.mostRows) {
    throw new PayPalRefusal(400, 'RESULTSET_TOO_LARGE')
  }
  return {
    transaction_details: matching
      .slice((page - 1) * size, page * size)
      .map((row) => ({ transaction_info: infoOf(row) })),
    account_number: account.payerId,
    last_refreshed_datetime: offsetText(refreshedMs),
    page,
    total_items: matching.length,
    total_pages: Math.max(1, Math.ceil(matching.length / size)),
  }
}

/** Writes a time with the offset that PayPal's reports have. */
const offsetText = (atMs: number): string => timeText(atMs).replace('Z', '+0000')

const infoOf = (row: BookedTransaction) => ({
  transaction_id: row.id,
  ...(row.referenceId !== undefined && {
    paypal_reference_id: row.referenceId,
    paypal_reference_id_type: 'TXN',
  }),
  transaction_event_code: row.code,
  transaction_initiation_date: offsetText(row.atMs),
  transaction_updated_date: offsetText(row.atMs),
  transaction_amount: signedMoneyOf(row.amount, row.currency),
  ...(row.fee !== 0 && { fee_amount: signedMoneyOf(-row.fee, row.currency) }),
  transaction_status: row.status,
  ...(row.customId !== undefined && { custom_field: row.customId }),
  ...(row.invoiceId !== undefined && { invoice_id: row.invoiceId }),
  ...(row.bankReferenceId !== undefined && { bank_reference_id: row.bankReferenceId }),
})

/**
 * Returns the balances at the requested time. Without one, returns the balances of the last refresh: the sum of the rows
 * that the search lists.
 */
export function listBalances(context: StandInContext, query: URLSearchParams) {
  const { account, nowMs } = context
  const asOf = query.get('as_of_time')
  const refreshedMs = refreshedAt(context)
  const atMs = asOf === null ? refreshedMs : Date.parse(asOf)
  if (Number.isNaN(atMs) || atMs < nowMs - KEPT_FOR_MS) throw unavailable()
  const currencies = [...new Set(account.money.rows.map(({ currency }) => currency))].toSorted()
  const isSeen = (row: BookedTransaction) =>
    asOf === null ? row.listedAtMs <= atMs : row.atMs < atMs
  return {
    balances: currencies.map((currency) => {
      const available = sumOf(account, currency, isSeen)
      const withheld = -sumOf(account, currency, (row) => isSeen(row) && isHold(row))
      return {
        currency,
        total_balance: signedMoneyOf(available + withheld, currency),
        available_balance: signedMoneyOf(available, currency),
        withheld_balance: signedMoneyOf(withheld, currency),
      }
    }),
    account_id: account.payerId,
    as_of_time: offsetText(atMs),
    last_refresh_time: offsetText(refreshedMs),
  }
}

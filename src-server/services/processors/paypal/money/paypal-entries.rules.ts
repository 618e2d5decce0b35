import type { EntryType } from '#db/tables/balance-tables.ts'
import type { ReportedEntry, ReportedPayout } from '#server/core/ports/money-access.ts'
import { Currency, type Minor } from '#server/shared/money/money.ts'
import { minorOfPayPal } from '../paypal-amount.rules.ts'
import type { Capture, Money } from '../paypal-resources.schema.ts'
import type { BalancesResponse, TransactionInfo } from './paypal-money.schema.ts'

// PayPal's transaction event codes: https://developer.paypal.com/docs/transaction-search/transaction-event-codes/

/** Our types for money that comes in, and for money that goes out. */
type TypePair = readonly [credit: EntryType, debit: EntryType]

const both = (type: EntryType): TypePair => [type, type]
const dispute: TypePair = ['dispute_reversal', 'dispute']
const refund: TypePair = ['refund_failure', 'refund']

/** Our types for single codes. They take precedence over the types of the code's group. */
const codeTypes: Readonly<Record<string, TypePair>> = {
  T1101: ['payout_failure', 'transfer'],
  T1105: both('transfer'),
  T1106: dispute,
  T1107: refund,
  T1108: both('fee'),
  T1109: both('fee'),
  T1110: both('transfer'),
  T1111: both('transfer'),
  T1113: refund,
  T1114: both('transfer'),
  T1115: both('transfer'),
  T1201: dispute,
  T1202: dispute,
  T1205: dispute,
  T1207: dispute,
  T1208: dispute,
}

/** Our types for PayPal's groups of codes: the first two digits. Any other group is `other`. */
const groupTypes: Readonly<Record<string, TypePair>> = {
  // A payment that the merchant makes is not a charge.
  '00': ['charge', 'transfer'],
  '01': both('fee'),
  '02': both('transfer'),
  '03': both('transfer'),
  '04': ['payout_failure', 'payout'],
  '05': both('transfer'),
  '06': both('transfer'),
  '07': both('transfer'),
  '08': both('adjustment'),
  '09': both('adjustment'),
  '10': both('transfer'),
  '11': both('adjustment'),
  '12': both('adjustment'),
  '14': both('adjustment'),
  '15': both('transfer'),
  '16': both('transfer'),
  '17': both('transfer'),
  '18': both('transfer'),
  '19': both('adjustment'),
  '20': both('transfer'),
  '21': both('transfer'),
  '22': both('transfer'),
}

const groupOf = (code: string): string => /^T(\d\d)\d\d$/.exec(code)?.[1] ?? ''

/** Returns our type of an event code; `other` for one that PayPal has added since. */
export const entryTypeOf = (code: string, isCredit: boolean): EntryType =>
  (codeTypes[code] ?? groupTypes[groupOf(code)])?.[isCredit ? 0 : 1] ?? 'other'

const holdCodes: ReadonlySet<string> = new Set(['T1105', 'T1110', 'T1111'])

/** Returns whether money moves between the available and the withheld part of the balance. */
const isHold = (code: string): boolean =>
  holdCodes.has(code) || groupOf(code) === '15' || groupOf(code) === '21'

const isConversion = (code: string): boolean => groupOf(code) === '02'
const isWithdrawal = (code: string): boolean => groupOf(code) === '04'

/** Part of the balance that PayPal withholds. */
const WITHHELD = 'withheld'
const MAIN = 'payments'

/**
 * Converts a signed amount to hundredths.
 * @throws RangeError as `minorOfPayPal` does.
 */
function signedMinorOf({ currency_code, value }: Money): Minor {
  const isNegative = value.startsWith('-')
  const absolute = { currency_code, value: isNegative ? value.slice(1) : value }
  const amount = minorOfPayPal(absolute, currency_code)
  return isNegative ? 0 - amount : amount
}

/** Returns Incasso's id of a payment or refund, which Incasso sent to PayPal in one of these fields. */
const ownIdIn = ({ custom_field, invoice_id }: TransactionInfo, prefix: RegExp): string | null =>
  [custom_field, invoice_id].find((text) => text !== undefined && prefix.test(text)) ?? null

/** Returns whether a row moved money of the balance. A pending withdrawal has left the balance already. */
function isBooked({ transaction_status: status, transaction_event_code: code }: TransactionInfo) {
  if (status === 'D') return false
  return status !== 'P' || isWithdrawal(code)
}

/** Returns the row's amount; undefined without one, or in a cryptocurrency. */
const amountOf = ({ transaction_amount: amount }: TransactionInfo): Money | undefined =>
  amount && Currency.safeParse(amount.currency_code).success ? amount : undefined

/** Returns the entries of a row of PayPal's transaction search: none, one, or both sides of a hold. */
export function entriesOfTransaction(info: TransactionInfo): ReportedEntry[] {
  const money = amountOf(info)
  if (!money || !isBooked(info)) return []
  const { transaction_id: id, transaction_event_code: code, fee_amount: feeMoney } = info
  const amount = signedMinorOf(money)
  const fee = feeMoney?.currency_code === money.currency_code ? 0 - signedMinorOf(feeMoney) : 0
  const reference = info.paypal_reference_id_type === 'TXN' ? info.paypal_reference_id : undefined
  const entry: ReportedEntry = {
    ...entryBase({
      id,
      currency: money.currency_code,
      atMs: Date.parse(info.transaction_initiation_date),
    }),
    // Both sides of a conversion may have one id.
    ref: isConversion(code) ? `${id}:${money.currency_code}` : id,
    type: entryTypeOf(code, amount >= 0),
    rawType: code === '' ? 'unknown' : code,
    amount,
    fee,
    net: amount - fee,
    feeDetails: feeDetailsOf(fee),
    // A conversion is not linked to its payment, whose own entry already has fee and net in the payment's currency.
    chargeRef: isConversion(code) ? null : (reference ?? null),
    ownPaymentId: isConversion(code) ? null : ownIdIn(info, /^txn_/),
    ownRefundId: ownIdIn(info, /^ref_/),
  }
  if (!isHold(code)) return [entry]
  const withheld = { ref: `${id}:${WITHHELD}`, balanceType: WITHHELD, amount: 0 - amount }
  return [
    { ...entry, fee: 0, net: amount, feeDetails: [] },
    { ...entry, ...withheld, fee: 0, net: 0 - amount, feeDetails: [] },
  ]
}

type EntryBase = Omit<ReportedEntry, 'type' | 'rawType' | 'amount' | 'fee' | 'net' | 'feeDetails'>

const entryBase = ({
  id,
  currency,
  atMs,
}: {
  id: string
  currency: string
  atMs: number
}): EntryBase => ({
  ref: id,
  balanceType: MAIN,
  currency,
  original: null,
  sourceRef: id,
  paymentRef: null,
  chargeRef: null,
  ownPaymentId: null,
  ownRefundId: null,
  description: null,
  createdAtMs: atMs,
  availableAtMs: atMs,
})

const feeDetailsOf = (fee: Minor): ReportedEntry['feeDetails'] =>
  fee === 0 ? [] : [{ type: 'paypal_fee', amount: fee, description: null }]

/**
 * Returns the payout that a row shows: a withdrawal, or the withdrawal that a reversal takes back. PayPal does not
 * report which entries a withdrawal contains, nor when it arrives.
 */
export function payoutOfTransaction(info: TransactionInfo): ReportedPayout | undefined {
  const money = amountOf(info)
  const { transaction_event_code: code, transaction_status: status } = info
  if (!money) return undefined
  const amount = signedMinorOf(money)
  const isReversal = code === 'T1101' && amount > 0 && info.paypal_reference_id !== undefined
  if (!isReversal && !(isWithdrawal(code) && amount < 0)) return undefined
  const statusOfWithdrawal = status === 'P' ? 'in_transit' : status === 'D' ? 'failed' : 'paid'
  return {
    ref: isReversal ? (info.paypal_reference_id ?? '') : info.transaction_id,
    status: isReversal ? 'failed' : statusOfWithdrawal,
    amount: Math.abs(amount),
    currency: money.currency_code,
    createdAtMs: Date.parse(info.transaction_initiation_date),
    arrivalAtMs: null,
    traceId: isReversal ? null : (info.bank_reference_id ?? null),
    bankLast4: null,
    isAutomatic: code === 'T0401',
    failureReason: isReversal ? 'returned' : status === 'D' ? 'denied' : null,
    contents: 'unavailable',
  }
}

/** Returns the entry of a completed capture, from its own breakdown; undefined while PayPal has no breakdown. */
export function entryOfCapture(capture: Capture): ReportedEntry | undefined {
  const {
    id,
    custom_id: customId,
    create_time: from,
    seller_receivable_breakdown: breakdown,
  } = capture
  if (!breakdown || from === undefined) return undefined
  const { gross_amount: gross, paypal_fee: payPalFee, platform_fees: platformFees } = breakdown
  const currency = gross.currency_code
  const minorOf = (money: Money | undefined) => (money ? minorOfPayPal(money, currency) : 0)
  const amount = minorOf(gross)
  const fee = platformFees.reduce((sum, each) => sum + minorOf(each.amount), minorOf(payPalFee))
  return {
    ...entryBase({ id, currency, atMs: Date.parse(from) }),
    type: 'charge',
    // The code of PayPal's checkout, under which the transaction search lists a capture.
    rawType: 'T0006',
    amount,
    fee,
    net: amount - fee,
    feeDetails: feeDetailsOf(fee),
    ownPaymentId: customId?.startsWith('txn_') ? customId : null,
    description: conversionOf(breakdown),
  }
}

/** Describes the amount that PayPal converted a payment to; the conversion's own entries come from the search. */
const conversionOf = ({
  receivable_amount: received,
  exchange_rate: rate,
}: NonNullable<Capture['seller_receivable_breakdown']>): string | null =>
  received
    ? `→ ${received.value} ${received.currency_code}${rate ? ` (× ${rate.value})` : ''}`
    : null

/** Entry's `rawType` for the balance from before the first transaction that PayPal still lists. */
const OPENING = 'opening_balance'

/** Returns the entries that bring an empty ledger to a balance of PayPal's. */
export const openingEntriesOf = (response: BalancesResponse, atMs: number): ReportedEntry[] =>
  knownBalances(response).flatMap(({ currency, available, withheld }) =>
    [
      { balanceType: MAIN, amount: available },
      { balanceType: WITHHELD, amount: withheld },
    ]
      .filter(({ amount }) => amount !== 0)
      .map((part) => ({
        ...entryBase({ id: `${OPENING}:${currency}:${part.balanceType}`, currency, atMs }),
        ...part,
        type: 'adjustment' as const,
        rawType: OPENING,
        fee: 0,
        net: part.amount,
        feeDetails: [],
        sourceRef: null,
      })),
  )

/** Returns the amounts of a balance by currency, in hundredths. What is not withheld is available. */
export const knownBalances = ({ balances }: BalancesResponse) =>
  balances
    .filter(({ currency }) => Currency.safeParse(currency).success)
    .map(({ currency, total_balance: total, withheld_balance: held }) => {
      const withheld = held ? signedMinorOf(held) : 0
      return { currency, available: signedMinorOf(total) - withheld, withheld }
    })

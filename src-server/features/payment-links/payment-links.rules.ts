import { linkStatus } from '#server/features/payment-links/link-state.rules.ts'
import { faultOf, rulesOf } from '#server/shared/money/currencies.ts'
import {
  type Currency,
  decimalFromMinor,
  type Minor,
  minorFromDecimal,
} from '#server/shared/money/money.ts'
import { type LinkQuestion, PaymentLink } from './payment-links.schema.ts'

/** Columns that the two APIs show. JSON columns are still text. */
export type LinkColumns = {
  id: string
  title: string
  description: string | null
  amountKind: 'fixed' | 'chosen'
  amount: number | null
  minAmount: number | null
  maxAmount: number | null
  presets: string | null
  currency: string
  maxUses: number | null
  expiresAt: string | null
  questions: string
  afterMessage: string | null
  afterUrl: string | null
  language: 'it' | 'en' | null
  customerId: string | null
  sourceTransactionId: string | null
  pausedAt: string | null
  pausedUntil: string | null
  pauseReason: 'by_hand' | 'card_testing' | null
  closedAt: string | null
  hasReminders: 0 | 1
  nextReminderAt: string | null
  sent: number
  opened: number
  payments: number
  paid: number
  failed: number
  lapsed: number
  paidAmount: number
  createdAt: string
  updatedAt: string
}

/** Returns the row as the two APIs show it at `now`. `url` is the URL of its page. */
export function linkOf(row: LinkColumns, { url, now }: { url: string; now: string }): PaymentLink {
  const status = linkStatus(row, now)
  return {
    id: row.id,
    url,
    status,
    title: row.title,
    description: row.description,
    amountKind: row.amountKind,
    amount: decimalOf(row.amount),
    minAmount: decimalOf(row.minAmount),
    maxAmount: decimalOf(row.maxAmount),
    presets: presetsOf(row).map(decimalFromMinor),
    currency: PaymentLink.shape.currency.parse(row.currency),
    maxUses: row.maxUses,
    expiresAt: row.expiresAt,
    questions: questionsOf(row),
    afterMessage: row.afterMessage,
    afterUrl: row.afterUrl,
    language: row.language,
    customerId: row.customerId,
    sourceTransactionId: row.sourceTransactionId,
    pausedUntil: status === 'paused' ? row.pausedUntil : null,
    pauseReason: status === 'paused' ? row.pauseReason : null,
    closedAt: row.closedAt,
    hasReminders: row.hasReminders === 1,
    nextReminderAt: row.nextReminderAt,
    sentCount: row.sent,
    openedCount: row.opened,
    paymentCount: row.payments,
    paidCount: row.paid,
    paidAmount: decimalFromMinor(row.paidAmount),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

const decimalOf = (minor: Minor | null): string | null =>
  minor === null ? null : decimalFromMinor(minor)

export const presetsOf = ({ presets }: Pick<LinkColumns, 'presets'>): Minor[] =>
  presets === null ? [] : JSON.parse(presets)

export const questionsOf = ({ questions }: Pick<LinkColumns, 'questions'>): LinkQuestion[] =>
  JSON.parse(questions)

/** Amount settings of a link, as the caller sent them. */
export type AmountSettings = {
  amountKind: 'fixed' | 'chosen'
  amount?: string | null | undefined
  minAmount?: string | null | undefined
  maxAmount?: string | null | undefined
  presets: readonly string[]
}

export type AmountColumns = Pick<
  LinkColumns,
  'amountKind' | 'amount' | 'minAmount' | 'maxAmount' | 'presets'
>

type Issue = { path: string; message: string }

const minorOf = (text: string | null | undefined): Minor | null =>
  text === null || text === undefined ? null : (minorFromDecimal(text) ?? null)

/** Returns the amount columns of a link, or the issues with its settings by field. */
export function amountColumns(
  settings: AmountSettings,
  currency: Currency,
): { columns: AmountColumns } | { issues: Issue[] } {
  const isFixed = settings.amountKind === 'fixed'
  const [amount, min, max] = [settings.amount, settings.minAmount, settings.maxAmount].map(minorOf)
  const presets = settings.presets.map((text) => minorOf(text) ?? 0)
  const amounts: [string, Minor | null | undefined][] = [
    ['amount', amount],
    ['minAmount', min],
    ['maxAmount', max],
    ...presets.map((preset, at): [string, Minor] => [`presets.${at}`, preset]),
  ]
  const issues = amounts.flatMap(([path, minor]) => faultsIn(path, minor ?? null, currency))
  const addIssue = (path: string, message: string) => issues.push({ path, message })
  if (isFixed && !amount) addIssue('amount', 'is required, unless the payer chooses it')
  if (!isFixed && amount) addIssue('amount', 'is chosen by the payer')
  if (isFixed && min) addIssue('minAmount', 'is for amounts that the payer chooses')
  if (isFixed && max) addIssue('maxAmount', 'is for amounts that the payer chooses')
  if (isFixed && presets.length > 0) addIssue('presets', 'are for amounts that the payer chooses')
  if (min && max && min > max) addIssue('maxAmount', 'must not be less than the least amount')
  presets.forEach((preset, at) => {
    if ((min && preset < min) || (max && preset > max)) {
      addIssue(`presets.${at}`, 'must lie between the least and the greatest amount')
    }
  })
  if (issues.length > 0) return { issues }
  return {
    columns: {
      amountKind: settings.amountKind,
      amount: amount ?? null,
      minAmount: min ?? null,
      maxAmount: max ?? null,
      presets: presets.length > 0 ? JSON.stringify(presets) : null,
    },
  }
}

function faultsIn(path: string, minor: Minor | null, currency: Currency): Issue[] {
  const fault = minor === null ? undefined : faultOf(minor, currency)
  if (!fault) return []
  const message =
    fault === 'fraction'
      ? `must be a whole number, because ${currency} has no smaller unit`
      : `must be at most ${decimalFromMinor(rulesOf(currency).largest)} in ${currency}`
  return [{ path, message }]
}

/** Returns the current amount settings of a link, in the form of a change request. */
export const amountSettingsOf = (row: AmountColumns): AmountSettings => ({
  amountKind: row.amountKind,
  amount: decimalOf(row.amount),
  minAmount: decimalOf(row.minAmount),
  maxAmount: decimalOf(row.maxAmount),
  presets: presetsOf(row).map(decimalFromMinor),
})

/** Returns the texts by which a search finds a link. */
export const partsOfLink = (row: LinkColumns): (string | null)[] => [
  row.id,
  row.title,
  row.description,
  decimalOf(row.amount),
]

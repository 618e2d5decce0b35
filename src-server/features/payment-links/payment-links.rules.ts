import { linkStatus } from '#server/features/payment-links/link-state.rules.ts'
import {
  type Currency,
  decimalFromMinor,
  type Minor,
  minorFromDecimal,
} from '#server/shared/money/money.ts'
import {
  boundsOf,
  type ChoiceColumns,
  type ChoiceSettings,
  choiceColumns,
  choicesOf,
  faultsIn,
  hasOffers,
  offersOf,
} from './link-choices.rules.ts'
import {
  type LinkQuestion,
  type NewPaymentLink,
  PaymentLink,
  type PaymentLinkV2,
} from './payment-links.schema.ts'

/** Columns that the two APIs show. JSON columns are still text. */
export type LinkColumns = ChoiceColumns & {
  id: string
  title: string
  description: string | null
  amountKind: 'fixed' | 'chosen'
  amount: number | null
  minAmount: number | null
  maxAmount: number | null
  presets: string | null
  methodTypes: string | null
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

/** Returns the link as version 2 shows it. */
export const linkV2Of = (link: PaymentLink, row: LinkColumns): PaymentLinkV2 => ({
  ...link,
  ...choicesOf(row),
  methodTypes: methodTypesOf(row),
})

/** Returns the methods that payers of a link may use; null for the methods that the merchant offers to all payers. */
export const methodTypesOf = ({
  methodTypes,
}: Pick<LinkColumns, 'methodTypes'>): MethodTypes | null =>
  methodTypes === null ? null : JSON.parse(methodTypes)

type MethodTypes = NonNullable<NewPaymentLink['methodTypes']>

/** Returns the methods in their column. */
export const methodTypesColumn = (types: readonly string[] | null | undefined): string | null =>
  types ? JSON.stringify([...new Set(types)]) : null

const decimalOf = (minor: Minor | null): string | null =>
  minor === null ? null : decimalFromMinor(minor)

export const presetsOf = ({ presets }: Pick<LinkColumns, 'presets'>): Minor[] =>
  presets === null ? [] : JSON.parse(presets)

export const questionsOf = ({ questions }: Pick<LinkColumns, 'questions'>): LinkQuestion[] =>
  JSON.parse(questions)

/** Amount settings of a link, as the caller sent them. */
export type AmountSettings = ChoiceSettings & {
  amountKind: 'fixed' | 'chosen'
  amount?: string | null | undefined
  minAmount?: string | null | undefined
  maxAmount?: string | null | undefined
  presets: readonly string[]
}

export type AmountColumns = ChoiceColumns &
  Pick<LinkColumns, 'amountKind' | 'amount' | 'minAmount' | 'maxAmount' | 'presets'>

type Issue = { path: string; message: string }

const minorOf = (text: string | null | undefined): Minor | null =>
  text === null || text === undefined ? null : (minorFromDecimal(text) ?? null)

/** Returns the amount columns of a link, or the issues with its settings by field. */
export function amountColumns(
  settings: AmountSettings,
  currency: Currency,
): { columns: AmountColumns } | { issues: Issue[] } {
  const choices = choiceColumns(settings, currency)
  const amounts = hasOffers(settings)
    ? offeredColumns(settings, choices.columns, currency)
    : plainColumns(settings, currency)
  const issues = [...choices.issues, ...amounts.issues]
  if (issues.length > 0) return { issues }
  return { columns: { ...choices.columns, ...amounts.columns } }
}

type PlainColumns = Omit<AmountColumns, keyof ChoiceColumns>

/**
 * Returns the amount columns of a link whose payers choose quantities: the amount is chosen, between bounds that follow
 * from the prices. A request that repeats these bounds passes.
 */
function offeredColumns(
  { amount, minAmount, maxAmount, presets }: AmountSettings,
  choices: ChoiceColumns,
  currency: Currency,
): { columns: PlainColumns; issues: Issue[] } {
  const bounds = boundsOf(choices, currency)
  const message = 'follows from the prices'
  const differs = (text: string | null | undefined, minor: Minor | null) =>
    typeof text === 'string' && minorOf(text) !== minor
  const issues = [
    ...(amount ? [{ path: 'amount', message }] : []),
    ...(differs(minAmount, bounds.minAmount) ? [{ path: 'minAmount', message }] : []),
    ...(differs(maxAmount, bounds.maxAmount) ? [{ path: 'maxAmount', message }] : []),
    ...(presets.length > 0 ? [{ path: 'presets', message: 'are for links without prices' }] : []),
  ]
  return { columns: { amountKind: 'chosen', amount: null, ...bounds, presets: null }, issues }
}

function plainColumns(
  settings: AmountSettings,
  currency: Currency,
): { columns: PlainColumns; issues: Issue[] } {
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
  const columns: PlainColumns = {
    amountKind: settings.amountKind,
    amount: amount ?? null,
    minAmount: min ?? null,
    maxAmount: max ?? null,
    presets: presets.length > 0 ? JSON.stringify(presets) : null,
  }
  return { columns, issues }
}

/** Returns the current amount settings of a link, in the form of a change request. */
export function amountSettingsOf(row: AmountColumns): AmountSettings {
  const choices = choicesOf(row)
  // A link with quantities has no bounds of its own: they follow from the prices.
  const bounds = hasOffers(choices)
    ? {}
    : { minAmount: decimalOf(row.minAmount), maxAmount: decimalOf(row.maxAmount) }
  return {
    ...choices,
    ...bounds,
    amountKind: row.amountKind,
    amount: decimalOf(row.amount),
    presets: presetsOf(row).map(decimalFromMinor),
  }
}

/** Returns the texts by which a search finds a link. */
export const partsOfLink = (row: LinkColumns): (string | null)[] => [
  row.id,
  row.title,
  row.description,
  decimalOf(row.amount),
  ...offersOf(row).flatMap(({ title, price }) => [title, decimalFromMinor(price)]),
]

import { type FieldErrors, isBlank } from '#client/lib/hooks/use-form.ts'
import { hasPassed } from '#client/lib/words/days.ts'
import { writtenAmount } from '#client/lib/words/format.ts'
import { amountProblem, typedAmount } from '#client/lib/words/typed-amount.ts'
import { partsOf, wholeNumber } from '#client/lib/words/typed-parts.ts'
import { linkForm } from '#client/texts/en/link-form.ts'
import type {
  ChangedPaymentLink,
  LinkOptions,
  NewPaymentLink,
  PaymentLink,
} from '#server/features/payment-links/payment-links.schema.ts'
import { instantOfMinute, localDateTime, toIso } from '#server/shared/day.ts'
import { type Currency, minorFromDecimal } from '#server/shared/money/money.ts'
import {
  type ChoiceValues,
  checkChoices,
  choiceFields,
  choiceInputOf,
  choiceValuesOf,
  fieldOfChoice,
  noChoices,
  offerOf,
} from './choices/link-choice-values.ts'
import {
  checkMethods,
  type MethodValues,
  methodFields,
  methodInputOf,
  methodValuesOf,
  settingsMethods,
} from './choices/link-method-values.ts'

/** The form's fields, in screen order. */
export type LinkValues = ChoiceValues &
  MethodValues & {
    title: string
    amountKind: 'fixed' | 'chosen'
    amount: string
    minAmount: string
    maxAmount: string
    presets: string
    currency: Currency
    description: string
    uses: 'many' | 'once' | 'some'
    maxUses: string
    expiresAt: string
    question1: string
    required1: boolean
    question2: string
    required2: boolean
    question3: string
    required3: boolean
    after: 'thanks' | 'message' | 'url'
    afterMessage: string
    afterUrl: string
    language: '' | 'it' | 'en'
    /** Only for links with a customer. */
    hasReminders: boolean
  }

/** The merchant's settings that links depend on. */
export type LinkSettings = {
  timezone: string
  currency: Currency
  offered: readonly Currency[]
  businessName: string
}

/** Initial values for a link made from a customer or a payment. */
export type LinkStart = {
  title?: string
  amount?: string
  currency?: Currency
  customer?: { id: string; name: string }
  sourceTransactionId?: string
}

/** Fields for the texts of up to three questions to the payer. */
export const questionFields = ['question1', 'question2', 'question3'] as const
/** Fields that make an answer required, in the order of `questionFields`. */
export const requiredFields = ['required1', 'required2', 'required3'] as const

/** Optional fields, which most merchants leave unchanged. */
export const moreFields: readonly (keyof LinkValues)[] = [
  'description',
  ...choiceFields,
  'uses',
  'maxUses',
  'expiresAt',
  ...questionFields,
  'after',
  'afterMessage',
  'afterUrl',
  ...methodFields,
  'language',
]

const MOST_PRESETS = 5
const MOST_USES = 100_000

/** Returns the form's values for a new link. */
export const emptyLink = (currency: Currency, start: LinkStart = {}): LinkValues => ({
  title: start.title ?? '',
  amountKind: 'fixed',
  amount: start.amount ? writtenAmount(start.amount, start.currency ?? currency) : '',
  minAmount: '',
  maxAmount: '',
  presets: '',
  currency: start.currency ?? currency,
  description: '',
  ...noChoices,
  // A link for one person is paid once.
  uses: start.customer || start.sourceTransactionId ? 'once' : 'many',
  maxUses: '',
  expiresAt: '',
  question1: '',
  required1: false,
  question2: '',
  required2: false,
  question3: '',
  required3: false,
  after: 'thanks',
  afterMessage: '',
  afterUrl: '',
  ...settingsMethods,
  language: '',
  hasReminders: false,
})

/** Returns the value of a datetime-local field, in the merchant's time zone. */
const typedMoment = (at: string, timezone: string): string =>
  localDateTime(at, timezone).slice(0, 16).replace(' ', 'T')

/** Returns the form's values for an existing link, with times in the merchant's time zone. */
export function valuesOf(link: PaymentLink, choices: LinkOptions, timezone: string): LinkValues {
  const [one, two, three] = link.questions
  const written = (amount: string | null) =>
    amount === null ? '' : writtenAmount(amount, link.currency)
  return {
    title: link.title,
    ...amountValuesOf(link, choices),
    presets: link.presets.map(written).join(' '),
    currency: link.currency,
    description: link.description ?? '',
    ...choiceValuesOf(choices, link.currency),
    uses: link.maxUses === null ? 'many' : link.maxUses === 1 ? 'once' : 'some',
    maxUses: link.maxUses === null ? '' : String(link.maxUses),
    expiresAt: link.expiresAt ? typedMoment(link.expiresAt, timezone) : '',
    question1: one?.label ?? '',
    required1: one?.isRequired ?? false,
    question2: two?.label ?? '',
    required2: two?.isRequired ?? false,
    question3: three?.label ?? '',
    required3: three?.isRequired ?? false,
    after: link.afterUrl ? 'url' : link.afterMessage ? 'message' : 'thanks',
    afterMessage: link.afterMessage ?? '',
    afterUrl: link.afterUrl ?? '',
    ...methodValuesOf(choices.methodTypes),
    language: link.language ?? '',
    hasReminders: link.hasReminders,
  }
}

/** Returns the amount fields. The API derives the bounds of a quantity and of items from their prices. */
function amountValuesOf(link: PaymentLink, { quantity, items }: LinkOptions) {
  const written = (amount: string | null) =>
    amount === null ? '' : writtenAmount(amount, link.currency)
  const { amountKind, amount, minAmount, maxAmount } = link
  if (quantity || items.length > 0) {
    const price = written(quantity?.price ?? null)
    return { amountKind: 'fixed' as const, amount: price, minAmount: '', maxAmount: '' }
  }
  return {
    amountKind,
    amount: written(amount),
    minAmount: written(minAmount),
    maxAmount: written(maxAmount),
  }
}

const presetsIn = ({ presets, currency }: LinkValues): (string | undefined)[] =>
  partsOf(presets).map((text) => typedAmount(text, currency))

/** Returns the instant of a datetime-local value in the zone; undefined when the value is invalid. */
function momentIn(typed: string, timezone: string): string | undefined {
  const [, day, hour, minute] = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})/.exec(typed) ?? []
  if (day === undefined) return undefined
  return toIso(instantOfMinute(day, Number(hour) * 60 + Number(minute), timezone))
}

const usesIn = (text: string) => wholeNumber(text, 6)

const minorOf = (text: string, currency: Currency) =>
  minorFromDecimal(typedAmount(text, currency) ?? '')

const { errors } = linkForm

type FormContext = { timezone: string; before?: LinkValues | undefined }

/**
 * Returns the errors of invalid fields; empty when the form is valid. `before` holds an edited link's values
 * before its changes.
 */
export function checkLink(values: LinkValues, context: FormContext): FieldErrors<LinkValues> {
  const { uses, after } = values
  const found: FieldErrors<LinkValues> = {
    ...(isBlank(values.title) && { title: errors.title }),
    ...(values.amountKind === 'fixed' ? checkFixed(values) : checkChosen(values)),
    ...checkChoices(values),
    ...checkMethods(values),
  }
  const most = usesIn(values.maxUses)
  if (uses === 'some' && (!most || most > MOST_USES)) found.maxUses = errors.maxUses
  const isChanged = values.expiresAt !== context.before?.expiresAt
  if (!isBlank(values.expiresAt) && isChanged) {
    const at = momentIn(values.expiresAt, context.timezone)
    if (at === undefined) found.expiresAt = errors.expiresAt
    else if (hasPassed(at)) found.expiresAt = errors.over
  }
  if (after === 'message' && isBlank(values.afterMessage)) found.afterMessage = errors.afterMessage
  if (after === 'url' && !/^https:\/\/[^\s/]/i.test(values.afterUrl.trim())) {
    found.afterUrl = errors.afterUrl
  }
  return found
}

function checkFixed(values: LinkValues): FieldErrors<LinkValues> {
  const { amount, currency } = values
  // Items have prices of their own.
  if (offerOf(values) === 'items') return {}
  const problem = isBlank(amount) ? errors.amount : amountProblem(amount, currency)
  return problem ? { amount: problem } : {}
}

function checkChosen(values: LinkValues): FieldErrors<LinkValues> {
  const { minAmount, maxAmount, currency } = values
  const found: FieldErrors<LinkValues> = {}
  const [minProblem, maxProblem] = [minAmount, maxAmount].map((text) =>
    amountProblem(text, currency),
  )
  if (minProblem) found.minAmount = minProblem
  const [min, max] = [minorOf(minAmount, currency), minorOf(maxAmount, currency)]
  if (maxProblem) found.maxAmount = maxProblem
  else if (min && max && min > max) found.maxAmount = errors.reversed
  const presets = presetsIn(values)
  const isOutside = presets.some((preset) => {
    const minor = minorFromDecimal(preset ?? '')
    return minor !== undefined && ((min && minor < min) || (max && minor > max))
  })
  if (presets.includes(undefined)) found.presets = errors.presets
  else if (presets.length > MOST_PRESETS) found.presets = errors.tooManyPresets
  else if (isOutside) found.presets = errors.outside
  return found
}

const amountOrNull = (text: string, currency: Currency) => typedAmount(text, currency) ?? null

/** Returns the fields that the create and update calls share. */
function sharedInputOf(values: LinkValues, timezone: string) {
  const { amountKind, currency, uses, after } = values
  const isOffered = offerOf(values) !== 'none'
  const isFixed = amountKind === 'fixed'
  return {
    title: values.title.trim(),
    description: values.description.trim() || null,
    amountKind: isOffered ? ('chosen' as const) : amountKind,
    ...choiceInputOf(values),
    amount: isFixed && !isOffered ? amountOrNull(values.amount, currency) : null,
    minAmount: isFixed ? null : amountOrNull(values.minAmount, currency),
    maxAmount: isFixed ? null : amountOrNull(values.maxAmount, currency),
    presets: isFixed ? [] : presetsIn(values).filter((preset) => preset !== undefined),
    maxUses: uses === 'many' ? null : uses === 'once' ? 1 : (usesIn(values.maxUses) ?? null),
    expiresAt: momentIn(values.expiresAt, timezone) ?? null,
    questions: questionFields.flatMap((field, at) => {
      const label = values[field].trim()
      const isRequired = values[requiredFields[at] ?? 'required1']
      return label ? [{ label, isRequired }] : []
    }),
    afterMessage: after === 'message' ? values.afterMessage.trim() || null : null,
    afterUrl: after === 'url' ? values.afterUrl.trim() : null,
    methodTypes: methodInputOf(values),
    language: values.language || null,
  }
}

/** Returns the create call's input for validated values of the form. */
export const newLinkOf = (
  values: LinkValues,
  { timezone, start = {} }: { timezone: string; start?: LinkStart | undefined },
): NewPaymentLink => ({
  ...sharedInputOf(values, timezone),
  currency: values.currency,
  hasReminders: values.hasReminders,
  ...(start.customer && { customerId: start.customer.id }),
  ...(start.sourceTransactionId && { sourceTransactionId: start.sourceTransactionId }),
})

/**
 * Returns the update call's input. An unchanged expiry is left out, because it may be in the past, as are
 * unchanged reminders.
 */
export function changedLinkOf(
  values: LinkValues,
  { id, timezone, before }: { id: string; timezone: string; before: LinkValues },
): ChangedPaymentLink {
  const { expiresAt, ...fields } = sharedInputOf(values, timezone)
  const { hasReminders } = values
  return {
    id,
    ...fields,
    ...(values.expiresAt !== before.expiresAt && { expiresAt }),
    ...(hasReminders !== before.hasReminders && { hasReminders }),
  }
}

/** Returns the form field for a path of a server's issue. */
export function fieldOfIssue(path: string, values: LinkValues): string {
  const choice = fieldOfChoice(path, values)
  if (choice !== undefined) return choice
  const [top = '', questionIndex] = path.split('.')
  if (top !== 'questions') return path
  const fields = questionFields.filter((field) => !isBlank(values[field]))
  return fields[Number(questionIndex)] ?? 'question1'
}

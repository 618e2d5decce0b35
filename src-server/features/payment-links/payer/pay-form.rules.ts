import type { PaidLine } from '#server/core/ports/payment-store.ts'
import { readAmount } from '#server/shared/money/amount-text.ts'
import { faultOf, rulesOf } from '#server/shared/money/currencies.ts'
import {
  type Currency,
  decimalFromMinor,
  type Minor,
  minorFromDecimal,
} from '#server/shared/money/money.ts'
import { PaymentMethod } from '#server/shared/money/payment-method.ts'
import { Email, line, plainText } from '#server/shared/text/text.ts'
import type { Offer, StoredTips } from '../link-choices.rules.ts'
import type { LinkQuestion } from '../payment-links.schema.ts'
import {
  linesOfOffers,
  type QuantityFault,
  readQuantity,
  readTip,
  sumOfLines,
} from './purchase.rules.ts'

/** Values of a form as typed. The page shows them again when one is invalid. */
export type TypedForm = {
  amount: string
  preset: string
  name: string
  email: string
  answers: string[]
  method: string
  /** Quantities as typed, in the order in which the link offers its items. */
  quantities: string[]
  tip: string
  /** Total that the page showed when the form was sent, in minor units. */
  shownTotal: string
}

export type FieldName =
  | 'amount'
  | 'name'
  | 'email'
  | 'method'
  | 'tip'
  | 'total'
  | `answer${number}`
  | `quantity${number}`

/** Error of a field; the page has the texts. Amounts are decimal texts. */
export type FieldFault =
  | { is: 'missing' }
  | { is: 'unreadable' }
  | { is: 'whole' }
  | { is: 'ambiguous'; amounts: [string, string] }
  | { is: 'too_little'; least: string }
  | { is: 'too_much'; most: string }
  | { is: 'card_number' }
  | { is: 'not_offered' }
  | { is: 'nothing_chosen' }
  | QuantityFault

export type Faults = Partial<Record<FieldName, FieldFault>>

export type ReadForm = {
  /** Total of the payment, including the tip. */
  amount: Minor
  lines: PaidLine[]
  tip: Minor
  name: string
  email: string
  method: PaymentMethod
  answers: { question: string; answer: string }[]
}

/** Settings of a link by which a form is read. */
export type FormSettings = {
  amount: Minor | null
  minAmount: Minor | null
  maxAmount: Minor | null
  currency: Currency
  questions: readonly LinkQuestion[]
  /** Prices whose quantities the payer chooses; the amount is their sum. */
  offers: readonly Offer[]
  tips: StoredTips
  /** Payment methods that the link accepts. */
  methods: readonly PaymentMethod[]
}

export const typedForm = (
  form: URLSearchParams,
  { questions, offers }: FormSettings,
): TypedForm => {
  const readField = (name: string) => (form.get(name) ?? '').slice(0, MAX_LENGTH)
  return {
    amount: readField('amount'),
    preset: readField('preset'),
    name: readField('name'),
    email: readField('email'),
    answers: questions.map((_, at) => readField(`answer${at}`)),
    method: readField('method'),
    quantities: offers.map((_, at) => readField(`quantity${at}`)),
    tip: readField('tip'),
    shownTotal: readField('shown'),
  }
}

/** Returns the values without quantities and tip: after a change of the link they would belong to other items. */
export const withoutChoices = (typed: TypedForm): TypedForm => ({
  ...typed,
  quantities: [],
  tip: '',
  shownTotal: '',
})

/** Created once, because creating a schema takes longer than reading a form with it. */
const Name = line(200)
const RequiredAnswer = line(300)
const Answer = plainText(300)

/** Length at which values are cut off. It exceeds every field's limit, so longer values are still refused. */
const MAX_LENGTH = 1000

/** Returns the values for a payment, or the faults by field. */
export function readForm(typed: TypedForm, settings: FormSettings): ReadForm | { faults: Faults } {
  const faults: Faults = {}
  const total = readTotal(typed, settings)
  if ('faults' in total) Object.assign(faults, total.faults)
  const [name, email] = [Name.safeParse(typed.name), Email.safeParse(typed.email)]
  if (!name.success) faults.name = faultOfText(typed.name, name.error.issues)
  if (!email.success) faults.email = faultOfText(typed.email, email.error.issues)
  const answers = settings.questions.map(({ label, isRequired }, at) => {
    const text = typed.answers[at] ?? ''
    const read = (isRequired ? RequiredAnswer : Answer).safeParse(text)
    if (!read.success) faults[`answer${at}`] = faultOfText(text, read.error.issues)
    return { question: label, answer: read.success ? read.data : '' }
  })
  const method = PaymentMethod.safeParse(typed.method)
  const isOffered = method.success && settings.methods.includes(method.data)
  if (!isOffered) faults.method = { is: 'not_offered' }
  if ('faults' in total || !name.success || !email.success || !isOffered) return { faults }
  if (Object.keys(faults).length > 0) return { faults }
  return {
    ...total,
    name: name.data,
    email: email.data,
    method: method.data,
    answers: answers.filter(({ answer }) => answer !== ''),
  }
}

export type Total = Pick<ReadForm, 'amount' | 'lines' | 'tip'>

/** Computes the total from the link's prices and the chosen quantities, amount and tip. */
export function readTotal(typed: TypedForm, settings: FormSettings): Total | { faults: Faults } {
  const { offers, tips, currency } = settings
  const base = offers.length > 0 ? readLines(typed, settings) : readBase(typed, settings)
  if ('faults' in base) return base
  const tip = readTip(typed.tip, tips, { amount: base.amount, currency })
  if (tip === undefined) return { faults: { tip: { is: 'unreadable' } } }
  const amount = base.amount + tip
  return amount > rulesOf(currency).largest ? tooLarge(currency) : { ...base, amount, tip }
}

/** Amount and lines of a payment without the tip. */
type Base = Omit<Total, 'tip'>

function readBase(typed: TypedForm, settings: FormSettings): Base | { faults: Faults } {
  const amount = settings.amount ?? readChosenAmount(typed, settings)
  return typeof amount === 'number' ? { amount, lines: [] } : { faults: { amount } }
}

function readLines(
  typed: TypedForm,
  { offers, currency }: FormSettings,
): Base | { faults: Faults } {
  const faults: Faults = {}
  const quantities = offers.map((offer, at) => {
    const quantity = readQuantity(typed.quantities[at] ?? '', offer)
    if (typeof quantity === 'number') return quantity
    faults[`quantity${at}`] = quantity
    return 0
  })
  if (Object.keys(faults).length > 0) return { faults }
  const lines = linesOfOffers(offers, quantities)
  if (lines.length === 0) return { faults: { quantity0: { is: 'nothing_chosen' } } }
  const amount = sumOfLines(lines, currency)
  return amount === undefined ? tooLarge(currency) : { amount, lines }
}

const tooLarge = (currency: Currency): { faults: Faults } => ({
  faults: { total: { is: 'too_much', most: decimalFromMinor(rulesOf(currency).largest) } },
})

/**
 * Returns true when the page must show the total before it is paid: the payer chose quantities or a tip, and the form
 * did not show this total, because it ran no script or the prices have changed.
 */
export const needsConfirmation = (
  { amount, lines, tip }: ReadForm,
  { shownTotal }: TypedForm,
): boolean => (lines.length > 0 || tip > 0) && shownTotal !== String(amount)

const faultOfText = (text: string, issues: readonly { message: string }[]): FieldFault => {
  if (text.trim() === '') return { is: 'missing' }
  if (issues.some(({ message }) => message.includes('card number'))) return { is: 'card_number' }
  return { is: 'unreadable' }
}

/** Reads the amount that the payer chose. A typed amount takes precedence over a preset. */
function readChosenAmount(typed: TypedForm, settings: FormSettings): Minor | FieldFault {
  const text = typed.amount.trim() === '' ? typed.preset : typed.amount
  const reading = readAmount(text, settings.currency)
  if (reading.kind === 'blank') return { is: 'missing' }
  if (reading.kind === 'ambiguous') return { is: 'ambiguous', amounts: reading.amounts }
  if (reading.kind === 'refused') {
    if (reading.reason === 'fraction') return { is: 'whole' }
    return reading.reason === 'zero' || reading.reason === 'negative'
      ? tooLittle(settings)
      : { is: 'unreadable' }
  }
  if (reading.currency !== undefined && reading.currency !== settings.currency) {
    return { is: 'unreadable' }
  }
  const minor = minorFromDecimal(reading.amount)
  if (minor === undefined) return { is: 'unreadable' }
  if (minor < minAmountOf(settings)) return tooLittle(settings)
  if (settings.maxAmount !== null && minor > settings.maxAmount) {
    return { is: 'too_much', most: decimalFromMinor(settings.maxAmount) }
  }
  const fault = faultOf(minor, settings.currency)
  if (fault) return { is: fault === 'fraction' ? 'whole' : 'unreadable' }
  return minor
}

const minAmountOf = ({ minAmount }: FormSettings): Minor => minAmount ?? 1

const tooLittle = (settings: FormSettings): FieldFault => ({
  is: 'too_little',
  least: decimalFromMinor(minAmountOf(settings)),
})

import { readAmount } from '#server/shared/money/amount-text.ts'
import { faultOf } from '#server/shared/money/currencies.ts'
import {
  type Currency,
  decimalFromMinor,
  type Minor,
  minorFromDecimal,
} from '#server/shared/money/money.ts'
import { PaymentMethod } from '#server/shared/money/payment-method.ts'
import { Email, line, plainText } from '#server/shared/text/text.ts'
import type { LinkQuestion } from '../payment-links.schema.ts'

/** Values of a form as typed. The page shows them again when one is invalid. */
export type TypedForm = {
  amount: string
  preset: string
  name: string
  email: string
  answers: string[]
  method: string
}

export type FieldName = 'amount' | 'name' | 'email' | 'method' | `answer${number}`

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

export type Faults = Partial<Record<FieldName, FieldFault>>

export type ReadForm = {
  amount: Minor
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
  /** Payment methods that the link accepts. */
  methods: readonly PaymentMethod[]
}

export const typedForm = (form: URLSearchParams, { questions }: FormSettings): TypedForm => {
  const readField = (name: string) => (form.get(name) ?? '').slice(0, MAX_LENGTH)
  return {
    amount: readField('amount'),
    preset: readField('preset'),
    name: readField('name'),
    email: readField('email'),
    answers: questions.map((_, at) => readField(`answer${at}`)),
    method: readField('method'),
  }
}

/** Created once, because creating a schema takes longer than reading a form with it. */
const Name = line(200)
const RequiredAnswer = line(300)
const Answer = plainText(300)

/** Length at which values are cut off. It exceeds every field's limit, so longer values are still refused. */
const MAX_LENGTH = 1000

/** Returns the values for a payment, or the faults by field. */
export function readForm(typed: TypedForm, settings: FormSettings): ReadForm | { faults: Faults } {
  const faults: Faults = {}
  const amount = settings.amount ?? readChosenAmount(typed, settings)
  if (typeof amount !== 'number') faults.amount = amount
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
  if (typeof amount !== 'number' || !name.success || !email.success || !isOffered) return { faults }
  if (Object.keys(faults).length > 0) return { faults }
  return {
    amount,
    name: name.data,
    email: email.data,
    method: method.data,
    answers: answers.filter(({ answer }) => answer !== ''),
  }
}

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

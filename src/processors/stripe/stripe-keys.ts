import { shownBook } from '#client/lib/book.ts'
import { type FieldErrors, isBlank } from '#client/lib/hooks/use-form.ts'
import { readProblem, serverMessagesOf } from '#client/lib/problem.ts'
import { stripe as texts } from '#client/processors/stripe/texts/en/stripe.ts'
import type { KeyPermission } from '#server/features/processor-accounts/processor-accounts.schema.ts'
import { stripeKeyShapes as shapes } from '#server/services/processors/stripe/stripe-keys.schema.ts'

type KeyField = keyof typeof shapes
const keyFields = Object.keys(shapes) as KeyField[]

export type StripeKeys = Record<KeyField, string> & { makeWebhook: boolean }
export type KeyErrors = FieldErrors<StripeKeys>

/** Returns the typed keys. A webhook secret is not sent when Incasso creates the endpoint, even if one was pasted. */
export const typedKeys = ({ makeWebhook, ...keys }: StripeKeys) => {
  const typed = (field: KeyField) => (isBlank(keys[field]) ? undefined : keys[field].trim())
  return {
    secretKey: typed('secretKey'),
    publishableKey: typed('publishableKey'),
    webhookSecret: makeWebhook ? undefined : typed('webhookSecret'),
  }
}

/** Returns the fault of a typed key: its shape or its mode. */
export function keyProblem(field: KeyField, value: string): string | undefined {
  if (!shapes[field].safeParse(value).success) return texts.malformed[field](shownBook)
  const mode = /^(?:rk|sk|pk)_(test|live)_/.exec(value.trim())?.[1]
  return mode === undefined || mode === shownBook ? undefined : texts.otherMode[shownBook]
}

export function keyProblems(keys: StripeKeys): KeyErrors {
  const typed = typedKeys(keys)
  const found: KeyErrors = {}
  for (const field of keyFields) {
    const problem = typed[field] && keyProblem(field, typed[field])
    if (problem) found[field] = problem
  }
  return found
}

export const isFullKey = (key: string): boolean => key.trim().startsWith('sk_')

/** The reasons for refusing keys. */
export type KeyRefusal = {
  errors: KeyErrors
  /** Stripe's own messages about the key, in English. */
  says: readonly string[]
  /** An error that belongs to no field. */
  failure: string | undefined
}

const noRefusal: KeyRefusal = { errors: {}, says: [], failure: undefined }

export function refusalOf(error: unknown): KeyRefusal {
  const { reason, detail, issues } = readProblem(error)
  if (reason === 'processor_key_invalid') return refusalOfKey(serverMessagesOf(error, 'secretKey'))
  if (reason === 'processor_unavailable')
    return { ...noRefusal, failure: texts.refused.unavailable }
  const errors: KeyErrors = {}
  for (const { path, message } of issues) {
    const field = keyFields.find((each) => each === path)
    if (field) errors[field] = reason === 'livemode_mismatch' ? texts.otherMode[shownBook] : message
  }
  const isOfFields = Object.keys(errors).length > 0
  return { ...noRefusal, errors, failure: isOfFields ? undefined : detail }
}

/** Returns our own text for a key of another account, and Stripe's messages in all other cases. */
const refusalOfKey = (messages: readonly string[]): KeyRefusal =>
  messages.some((words) => words.endsWith('belongs to another Stripe account.'))
    ? { ...noRefusal, errors: { secretKey: texts.refused.otherAccount } }
    : { ...noRefusal, errors: { secretKey: texts.refused.permissions }, says: messages }

/** Returns a refusal for a key unknown to Stripe: every permission is missing, with the same message. */
export function unknownKey(permissions: readonly KeyPermission[]): KeyRefusal | undefined {
  const distinctMessages = [...new Set(permissions.map((each) => each.says))]
  const [words] = distinctMessages
  return distinctMessages.length === 1 && words
    ? { ...noRefusal, errors: { secretKey: texts.refused.unknown }, says: [words] }
    : undefined
}

import { type FieldErrors, isBlank } from '#client/lib/hooks/use-form.ts'
import { shownMode } from '#client/lib/mode.ts'
import {
  type KeyRefusal,
  refusalOf as keyRefusalOf,
} from '#client/processors/account/key-refusal.ts'
import { stripe as texts } from '#client/processors/stripe/texts/en/stripe.ts'
import type { KeyPermission } from '#server/features/processor-accounts/processor-accounts.schema.ts'
import { stripeKeyShapes as shapes } from '#server/services/processors/stripe/stripe-keys.schema.ts'
import { identity } from './identity.ts'

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
  if (!shapes[field].safeParse(value).success) return texts.malformed[field](shownMode)
  const mode = /^(?:rk|sk|pk)_(test|live)_/.exec(value.trim())?.[1]
  return mode === undefined || mode === shownMode ? undefined : texts.otherMode[shownMode]
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

export type StripeRefusal = KeyRefusal<StripeKeys>

const fields = {
  secretKey: 'secretKey',
  publishableKey: 'publishableKey',
  webhookSecret: 'webhookSecret',
} as const

export const refusalOf = (error: unknown): StripeRefusal =>
  keyRefusalOf<StripeKeys>(error, {
    label: identity.label,
    fields,
    otherMode: texts.otherMode[shownMode],
  })

/** Returns a refusal for a key unknown to Stripe: every permission is missing, with the same message. */
export function unknownKey(permissions: readonly KeyPermission[]): StripeRefusal | undefined {
  const distinctMessages = [...new Set(permissions.map((each) => each.says))]
  const [words] = distinctMessages
  return distinctMessages.length === 1 && words
    ? { errors: { secretKey: texts.unknownKey }, says: [words], failure: undefined }
    : undefined
}

import { type FieldErrors, isBlank } from '#client/lib/hooks/use-form.ts'
import { shownMode } from '#client/lib/mode.ts'
import {
  type KeyRefusal,
  refusalOf as keyRefusalOf,
} from '#client/processors/account/key-refusal.ts'
import { paypal as texts } from '#client/processors/paypal/texts/en/paypal.ts'
import { payPalKeyShapes } from '#server/services/processors/paypal/paypal-keys.schema.ts'
import { identity } from './identity.ts'

export type PayPalKeys = { clientId: string; secret: string; makeWebhook: boolean }
export type PayPalRefusal = KeyRefusal<PayPalKeys>

type KeyPart = Pick<PayPalKeys, 'clientId' | 'secret'>

/** Returns both parts as the server takes them: joined by a colon. */
export const secretKeyOf = ({ clientId, secret }: KeyPart): string =>
  `${clientId.trim()}:${secret.trim()}`

/** A part of the right shape, for checking one part without the other. */
const SAMPLE = 'A'.repeat(40)

const hasShape = (parts: KeyPart): boolean =>
  payPalKeyShapes.secretKey.safeParse(secretKeyOf(parts)).success

/** Returns the faults of typed keys: what is missing, or copied in part. */
export function keyProblems({ clientId, secret }: PayPalKeys): FieldErrors<PayPalKeys> {
  const found: FieldErrors<PayPalKeys> = {}
  if (isBlank(clientId)) found.clientId = texts.missing.clientId
  else if (!hasShape({ clientId, secret: SAMPLE })) found.clientId = texts.malformed.clientId
  if (isBlank(secret)) found.secret = texts.missing.secret
  else if (!hasShape({ clientId: SAMPLE, secret })) found.secret = texts.malformed.secret
  else if (secret.trim() === clientId.trim()) found.secret = texts.malformed.same
  return found
}

export const refusalOf = (error: unknown): PayPalRefusal =>
  keyRefusalOf<PayPalKeys>(error, {
    label: identity.label,
    fields: { secretKey: 'clientId' },
    otherMode: texts.otherMode[shownMode],
  })

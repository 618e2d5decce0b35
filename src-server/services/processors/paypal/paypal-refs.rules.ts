/**
 * Kinds of a payment's id at PayPal. An order becomes an authorization or a capture once its payer has approved, and an
 * authorization becomes a capture.
 */
export type RefKind = 'order' | 'authorization' | 'capture'

export type PayPalRef = { kind: RefKind; id: string }

export const refText = ({ kind, id }: PayPalRef): string => `${kind}:${id}`

/**
 * Returns the parts of a payment's reference at PayPal. @throws when it has none, because PayPal never received the
 * payment.
 */
export function parseRef(ref: string | null): PayPalRef {
  const [, kind, id] = /^(order|authorization|capture):([\w-]+)$/.exec(ref ?? '') ?? []
  if (kind === undefined || id === undefined) throw new Error('a payment has no id at PayPal')
  return { kind: kind as RefKind, id }
}

import { normalizeReferences } from '#server/shared/money/creditor-reference.ts'

const REFERENCE = /^#?TXN-[0-9A-HJKMNP-TV-Z]{10}$/i
const ID = /^(txn)_([0-9A-HJKMNP-TV-Z]{26})$/i

/**
 * Returns the payment reference or ID when the text is exactly that; undefined otherwise. The reference may also be
 * written as in a bank transfer: `RF…`, with or without spaces.
 */
export function paymentKeyOf(text: string): string | undefined {
  const pasted = normalizeReferences(text.trim())
  if (REFERENCE.test(pasted)) return pasted.replace('#', '').toUpperCase()
  const [, prefix, suffix] = ID.exec(pasted) ?? []
  return prefix && suffix && `${prefix.toLowerCase()}_${suffix.toUpperCase()}`
}

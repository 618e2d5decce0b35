const REFERENCE = /^#?TXN-[0-9A-HJKMNP-TV-Z]{10}$/i
const ID = /^(txn)_([0-9A-HJKMNP-TV-Z]{26})$/i

/** Returns the payment reference or ID when the text is exactly that; undefined otherwise. */
export function paymentKeyOf(text: string): string | undefined {
  const pasted = text.trim()
  if (REFERENCE.test(pasted)) return pasted.replace('#', '').toUpperCase()
  const [, prefix, suffix] = ID.exec(pasted) ?? []
  return prefix && suffix && `${prefix.toLowerCase()}_${suffix.toUpperCase()}`
}

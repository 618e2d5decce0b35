import { mod97 } from './mod-97.ts'

/**
 * Returns an ISO 11649 reference: `RF`, two check digits, and up to 21 letters and digits, which banks pass on
 * unchanged. Throws when the name has no or too many characters.
 */
export function creditorReference(name: string): string {
  const bare = name.replace(/[^A-Za-z\d]/g, '').toUpperCase()
  if (bare === '' || bare.length > 21) throw new Error('a reference has 1 to 21 letters and digits')
  return `RF${String(98 - mod97(`${bare}RF00`)).padStart(2, '0')}${bare}`
}

/** Returns a payment's creditor reference. It leaves out `TXN-`, which a bank might cut off. */
export const referenceOfPayment = (transactionId: string): string =>
  creditorReference(transactionId.replace(/^TXN-/, ''))

/** Returns true if the text is an ISO 11649 reference with valid check digits. Spaces and lower case are allowed. */
export function isCreditorReference(text: string): boolean {
  const bare = text.replace(/\s/g, '').toUpperCase()
  return /^RF\d{2}[A-Z\d]{1,21}$/.test(bare) && mod97(bare.slice(4) + bare.slice(0, 4)) === 1
}

/** Returns the reference in groups of four characters, for people. */
export const printedReference = (reference: string): string =>
  reference.replace(/(.{4})(?=.)/g, '$1 ')

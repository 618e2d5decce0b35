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

/** Signs that banks and people put between the groups of a reference. */
const GAP = '[\\s.-]*'
/** The ten characters of a payment's reference; `I`, `L`, `O` and `U` are not among them. */
const BODY = `(?:${GAP}[0-9A-HJKMNP-TV-Z]){10}(?![A-Z\\d])`
const creditorReferences = new RegExp(`(?<![A-Z\\d])RF(?:${GAP}\\d){2}${BODY}`, 'gi')
const bareReferences = new RegExp(`(?<![A-Z\\d])TXN${BODY}`, 'gi')

const withoutGaps = (text: string): string => text.replace(/[\s.-]/g, '').toUpperCase()

/**
 * Returns a search with each payment's reference as `TXN-…`, also when it is written as `TXN…` or `txn 7k2m…`. With a
 * creditor reference (`RF…`), it returns the payment's reference only: bank statements add the payer and a date, which
 * must not narrow the search.
 */
export function normalizeReferences(search: string): string {
  const creditor = search.match(creditorReferences)?.map(withoutGaps).find(isCreditorReference)
  return creditor === undefined
    ? search.replace(bareReferences, (match) => `TXN-${withoutGaps(match).slice('TXN'.length)}`)
    : `TXN-${creditor.slice('RF00'.length)}`
}

/** Returns true if the text is an ISO 11649 reference with valid check digits. Spaces and lower case are allowed. */
export function isCreditorReference(text: string): boolean {
  const bare = text.replace(/\s/g, '').toUpperCase()
  return /^RF\d{2}[A-Z\d]{1,21}$/.test(bare) && mod97(bare.slice(4) + bare.slice(0, 4)) === 1
}

/** Returns the reference in groups of four characters, for people. */
export const printedReference = (reference: string): string =>
  reference.replace(/(.{4})(?=.)/g, '$1 ')

import type { Issue } from '../reasons/errors.ts'

/** A change of tax numbers; an absent one stays as it is. */
type TaxIds = { vatNumber?: string | null | undefined; taxCode?: string | null | undefined }

const ITALIAN_ZONE = 'Europe/Rome'

/** Odd positions of a tax code count by this table, in the order of A to Z; the digits count like A to J. */
const ODD_VALUES = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
]

const compactOf = (text: string): string => text.toUpperCase().replaceAll(/[\s./-]/g, '')

/** Returns whether eleven digits are a partita IVA: the last digit is checked by Luhn's formula. */
function isPartitaIva(digits: string): boolean {
  if (!/^\d{11}$/.test(digits) || !/[1-9]/.test(digits)) return false
  const sum = [...digits].reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** Returns whether sixteen characters end with the check letter of a person's codice fiscale. */
function isPersonalCode(code: string): boolean {
  if (!/^[A-Z]{6}[\dL-NP-V]{2}[A-Z][\dL-NP-V]{2}[A-Z][\dL-NP-V]{3}[A-Z]$/.test(code)) return false
  const sum = Array.from(code.slice(0, 15)).reduce((total, character, index) => {
    const value = /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65
    return total + (index % 2 === 0 ? (ODD_VALUES[value] ?? 0) : value)
  }, 0)
  return String.fromCharCode(65 + (sum % 26)) === code[15]
}

/**
 * Returns the faulty tax numbers. Check digits are compared for Italian numbers only: VAT numbers with the prefix IT. In
 * the Italian time zone, VAT numbers without letters, and tax codes of digits only or of 16 characters,
 * count as Italian too.
 */
export function taxIdIssues({ vatNumber, taxCode }: TaxIds, timezone: string): Issue[] {
  const isInItaly = timezone === ITALIAN_ZONE
  const vat = compactOf(vatNumber ?? '')
  const code = compactOf(taxCode ?? '')
  const hasItalianVat = vat.startsWith('IT') || (isInItaly && /^\d+$/.test(vat))
  const hasItalianCode = isInItaly && /^(?:\d+|[A-Z\d]{16})$/.test(code)
  return [
    ...(hasItalianVat && !isPartitaIva(vat.replace(/^IT/, ''))
      ? [{ path: 'vatNumber', message: 'is not a valid Italian VAT number' }]
      : []),
    ...(hasItalianCode && !isPartitaIva(code) && !isPersonalCode(code)
      ? [{ path: 'taxCode', message: 'is not a valid Italian tax code' }]
      : []),
  ]
}

import { decimalFromMinor, type Minor } from './money.ts'

export type Transfer = {
  holder: string
  iban: string
  /** Euros. */
  amount: Minor
  reference: string
}

const LONGEST_NAME = 70

/**
 * What the code of a transfer holds, by EPC069-12 version 2, in UTF-8: the app of a bank fills its form from it. Version
 * 2 needs no BIC; a structured reference stands in the place of a text.
 */
export const epcPayload = ({ holder, iban, amount, reference }: Transfer): string =>
  [
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    [...holder.replace(/\s+/g, ' ').trim()].slice(0, LONGEST_NAME).join(''),
    iban,
    `EUR${decimalFromMinor(amount)}`,
    '',
    reference,
  ].join('\n')

/** The code knows amounts from a cent to 999 999 999.99 euros. */
export const hasEpcCode = (amount: Minor, currency: string): boolean =>
  currency === 'EUR' && amount >= 1 && amount <= 99_999_999_999

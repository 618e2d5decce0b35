import { decimalFromMinor, type Minor } from './money.ts'

export type Transfer = {
  holder: string
  iban: string
  /** Amount in euro cents. */
  amount: Minor
  reference: string
}

const MAX_NAME = 70

/**
 * Returns the content of a transfer's QR code (EPC069-12 version 2, UTF-8), with which a bank's app fills its form.
 * Version 2 needs no BIC. The structured reference replaces the text.
 */
export const epcPayload = ({ holder, iban, amount, reference }: Transfer): string =>
  [
    'BCD',
    '002',
    '1',
    'SCT',
    '',
    [...holder.replace(/\s+/g, ' ').trim()].slice(0, MAX_NAME).join(''),
    iban,
    `EUR${decimalFromMinor(amount)}`,
    '',
    reference,
  ].join('\n')

/** Returns true when the EPC code can carry the amount: 0.01 to 999,999,999.99 euros. */
export const hasEpcCode = (amount: Minor, currency: string): boolean =>
  currency === 'EUR' && amount >= 1 && amount <= 99_999_999_999

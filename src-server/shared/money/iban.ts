import { z } from 'zod'
import { mod97 } from './mod-97.ts'

/** Length of an IBAN by country: the countries of the single euro payments area, and some other countries. */
const lengths: Readonly<Record<string, number>> = {
  AD: 24,
  AE: 23,
  AL: 28,
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FO: 18,
  FR: 27,
  GB: 22,
  GI: 23,
  GL: 18,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MD: 24,
  ME: 22,
  MK: 19,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  RS: 22,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  TR: 26,
  UA: 29,
  VA: 22,
}

/** Returns an IBAN as it is stored: capital letters and digits, without spaces. */
export const normalizeIban = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase()

/** Returns true when country, length and check digits are valid. */
export function isIban(text: string): boolean {
  const bare = normalizeIban(text)
  if (!/^[A-Z]{2}\d{2}[A-Z\d]+$/.test(bare)) return false
  if (lengths[bare.slice(0, 2)] !== bare.length) return false
  return mod97(bare.slice(4) + bare.slice(0, 4)) === 1
}

/** Returns the IBAN in groups of four characters, for people. */
export const printedIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ')

const SHOWN_ENDS = 4

/** Returns the IBAN in groups with only its first and last four characters, which do not suffice for a transfer. */
export const maskedIban = (iban: string): string =>
  printedIban(
    iban.slice(0, SHOWN_ENDS) +
      '•'.repeat(Math.max(0, iban.length - 2 * SHOWN_ENDS)) +
      iban.slice(-SHOWN_ENDS),
  )

/** Schema of an IBAN. */
export const Iban = z
  .string()
  .max(60)
  .refine(isIban, { error: 'must be an IBAN whose check digits are right' })

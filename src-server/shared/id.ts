import { z } from 'zod'
import { holdsCardNumber } from './text/card-number.ts'
import { withoutNull } from './text/text.ts'

// Crockford's base 32: without I, L, O and U, so ids can be read aloud without mistakes.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Prefixes of ids, one for each kind of object, such as `txn` for payments. */
export const idPrefixes = [
  'mer',
  'cus',
  'txn',
  'evt',
  'key',
  'int',
  'aud',
  'inv',
  'log',
  'chg',
  'viw',
  'ref',
  'dsp',
  'mal',
  'acc',
  'lnk',
  'try',
  'bal',
  'ent',
  'pyo',
  'lac',
  'ntc',
  'lsn',
  'whe',
] as const
export type IdPrefix = (typeof idPrefixes)[number]

/** Source of random bytes. It is a parameter, so that this file also runs in the dashboard. */
export type RandomBytes = (size: number) => Uint8Array

function base32(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += alphabet[byte & 31]
  return text
}

const RANDOM_LENGTH = 16

function timePart(nowMs: number): string {
  let text = ''
  for (let i = 0, remaining = nowMs; i < 10; i++, remaining = Math.floor(remaining / 32)) {
    text = alphabet[remaining % 32] + text
  }
  return text
}

/** Returns the lower bound of ids created at this instant or later. */
export const earliestId = (prefix: IdPrefix, atMs: number): string =>
  `${prefix}_${timePart(Math.max(0, atMs))}`

/** Returns the next text of the same length in the alphabet's order; the first follows the last. */
function nextText(text: string): string {
  const last = alphabet.indexOf(text.slice(-1))
  if (last < alphabet.length - 1) return text.slice(0, -1) + alphabet[last + 1]
  return (text.length > 1 ? nextText(text.slice(0, -1)) : '') + alphabet[0]
}

/**
 * Makes prefixed ids of 10 characters of time and 16 random ones (80 bits). Ids of one maker sort in the order of
 * creation, also within a millisecond and when the clock steps back.
 */
export function idMaker(now: () => number, randomBytes: RandomBytes) {
  let lastMs = 0
  let random = ''
  return (prefix: IdPrefix): string => {
    const nowMs = now()
    if (nowMs > lastMs) {
      lastMs = nowMs
      random = base32(randomBytes(RANDOM_LENGTH))
    } else {
      random = nextText(random)
    }
    return `${prefix}_${timePart(lastMs)}${random}`
  }
}

/** Returns a reference for people: TXN- and 10 unambiguous characters (50 bits). */
export function makeReference(randomBytes: RandomBytes): string {
  return `TXN-${base32(randomBytes(10))}`
}

/** An id or reference in a call. Its form is not validated: an unknown text is simply not found. */
export const LookupKey = withoutNull(z.string().trim().min(1).max(64)).refine(
  (key) => !holdsCardNumber(key),
  { error: 'must not hold a card number' },
)

import { z } from 'zod'

// Crockford's base 32: no I, L, O or U, so ids survive being read aloud.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export const idPrefixes = ['mer', 'cus', 'txn', 'evt', 'key', 'int', 'aud'] as const
export type IdPrefix = (typeof idPrefixes)[number]

/** Random bytes come from outside, so that this file also runs in the page. */
export type RandomBytes = (size: number) => Uint8Array

function base32(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += alphabet[byte & 31]
  return text
}

/** A prefixed id that sorts by time: 10 characters of milliseconds, 16 random ones (80 bits). */
export function makeId(prefix: IdPrefix, nowMs: number, randomBytes: RandomBytes): string {
  let time = ''
  for (let i = 0, rest = nowMs; i < 10; i++, rest = Math.floor(rest / 32)) {
    time = alphabet[rest % 32] + time
  }
  return `${prefix}_${time}${base32(randomBytes(16))}`
}

/** The reference people read to each other: TXN- and 10 unambiguous characters (50 bits). */
export function makeReference(randomBytes: RandomBytes): string {
  return `TXN-${base32(randomBytes(10))}`
}

/** An id or reference in a path: whatever is not one is simply not found. */
export const LookupKey = z.string().trim().min(1).max(64)

import { z } from 'zod'
import { holdsCardNumber } from './card-number.ts'

// C0 and C1 control characters. Text with half a surrogate pair is refused too: UTF-8 cannot store it.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const control = /[\u0000-\u001f\u007f-\u009f]/

const cleanText = (text: z.ZodString) =>
  text
    .refine((value) => !control.test(value) && value.isWellFormed(), {
      error: 'must not hold control characters',
      abort: true,
    })
    .refine((value) => !holdsCardNumber(value), { error: 'must not hold a card number' })

/** Schema of search text, which is not stored: it may contain any character except NUL, which no database accepts. */
export const withoutNull = (text: z.ZodString) =>
  text.refine((value) => !value.includes('\0'), { error: 'must not hold a null character' })

/** Schema of text on one line, trimmed; it may be empty. */
export const plainText = (max: number) =>
  cleanText(z.string().trim().max(max, `must have at most ${max} characters`))

/** Schema of one line of free text, trimmed and not empty. */
export const line = (max: number) =>
  cleanText(z.string().trim().min(1, 'is required').max(max, `must have at most ${max} characters`))

/** Schema of one optional line of free text: absent, null and blank all become null. */
export const optionalLine = (max: number) =>
  cleanText(z.string().trim().max(max, `must have at most ${max} characters`))
    .nullish()
    .transform((value) => value || null)

/** Schema of an optional line in a change: an absent field stays unchanged; null and blank empty it. */
export const optionalLineChange = (max: number) =>
  cleanText(z.string().trim().max(max, `must have at most ${max} characters`))
    .nullish()
    .transform((value) => (value === undefined ? undefined : value || null))

/**
 * Returns the e-mail address with an ASCII domain, such as `xn--mller-kva.de`: mail servers accept no other letters
 * there.
 */
function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  if (/^[\u0000-\u007f]*$/.test(domain) || /[/:?#\\%]/.test(domain)) return email
  try {
    return `${email.slice(0, at)}@${new URL(`http://${domain}`).hostname}`
  } catch {
    return email
  }
}

/** Schema of an e-mail address, trimmed, at most 254 characters, with its domain in ASCII. */
export const Email = cleanText(z.string().trim().max(254, 'must have at most 254 characters'))
  .transform(withAsciiDomain)
  .pipe(z.email('must be an e-mail address').max(254, 'must have at most 254 characters'))

const controls = new RegExp(control, 'g')

/**
 * Returns another system's text as one line of at most `max` characters; null when it is empty or contains a card
 * number.
 */
export function cutLine(text: string | null | undefined, max: number): string | null {
  const plain = (text ?? '').toWellFormed().replaceAll(controls, ' ').trim()
  // The cut may leave half a surrogate pair.
  const cut = plain
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
  return cut === '' || holdsCardNumber(cut) ? null : cut
}

/** An instant in a response: ISO-8601, UTC, milliseconds. */
export const Instant = z.string().meta({ format: 'date-time', example: '2026-01-31T10:20:30.123Z' })

/** Input of calls without input: REST refuses unknown query keys, and tRPC may omit the input. */
export const NoInput = z.strictObject({}).optional()

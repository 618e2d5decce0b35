import { z } from 'zod'
import { holdsCardNumber } from './card-number.ts'

// C0 and C1 controls; half a surrogate pair cannot be stored as UTF-8 either.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const control = /[\u0000-\u001f\u007f-\u009f]/

const clean = (text: z.ZodString) =>
  text
    .refine((value) => !control.test(value) && value.isWellFormed(), {
      error: 'must not hold control characters',
      abort: true,
    })
    .refine((value) => !holdsCardNumber(value), { error: 'must not hold a card number' })

/** What is looked for and not stored: it may hold anything but the one character no database takes. */
export const withoutNull = (text: z.ZodString) =>
  text.refine((value) => !value.includes('\0'), { error: 'must not hold a null character' })

/** Text on one line, trimmed; it may be empty. */
export const plainText = (max: number) =>
  clean(z.string().trim().max(max, `must have at most ${max} characters`))

/** One line of free text, trimmed and not empty. */
export const line = (max: number) =>
  clean(z.string().trim().min(1, 'is required').max(max, `must have at most ${max} characters`))

/** One line of free text that may be left out: absent, null and blank all become null. */
export const optionalLine = (max: number) =>
  clean(z.string().trim().max(max, `must have at most ${max} characters`))
    .nullish()
    .transform((value) => value || null)

/** In a change, what is absent stays as it is; null and blank empty it. */
export const optionalLineChange = (max: number) =>
  clean(z.string().trim().max(max, `must have at most ${max} characters`))
    .nullish()
    .transform((value) => (value === undefined ? undefined : value || null))

/** The ASCII form of a mail domain in other letters, such as `xn--mller-kva.de`: mail servers take no other. */
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

export const Email = clean(z.string().trim().max(254, 'must have at most 254 characters'))
  .transform(withAsciiDomain)
  .pipe(z.email('must be an e-mail address').max(254, 'must have at most 254 characters'))

const controls = new RegExp(control, 'g')

/** What another system wrote, as one line of at most so many characters; null where nothing may be kept of it. */
export function cutLine(text: string | null | undefined, max: number): string | null {
  const plain = (text ?? '').toWellFormed().replaceAll(controls, ' ').trim()
  // Half a pair may be left where it is cut.
  const cut = plain
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
  return cut === '' || holdsCardNumber(cut) ? null : cut
}

/** An instant in an answer: ISO-8601, UTC, milliseconds. */
export const Instant = z.string().meta({ format: 'date-time', example: '2026-01-31T10:20:30.123Z' })

/** For calls that take nothing: REST refuses unknown query keys, tRPC may leave the input out. */
export const Nothing = z.strictObject({}).optional()

import { z } from 'zod'
import { isPlainHttps } from '#server/shared/text/plain-https.ts'
import { Email, optionalLineChange } from '#server/shared/text/text.ts'

/** Maximum size of a logo in bytes; its base64 text is a third longer. */
export const MAX_LOGO_BYTES = 200_000
const MAX_LOGO_TEXT = 4 * Math.ceil(MAX_LOGO_BYTES / 3)

export const Branding = z.strictObject({
  accent: z.string().nullable(),
  supportEmail: z.string().nullable(),
  termsUrl: z.string().nullable(),
  privacyUrl: z.string().nullable(),
  /** URL of the logo on this server. */
  logoUrl: z.string().nullable(),
})
export type Branding = z.infer<typeof Branding>

export const Accent = z
  .string()
  .trim()
  .regex(/^#[\da-f]{6}$/i, 'must be a colour such as #2f53cc')
  .toLowerCase()

/** Stores a URL in the form that browsers use, so that the text of a link shows its real target. */
const PublicUrl = optionalLineChange(500)
  .refine((value) => !value || isPlainHttps(value), {
    error: 'must be an https address without a password',
    abort: true,
  })
  .transform((value) => (value ? new URL(value).href : value))

/** Absent fields stay as they are; null removes a value. */
export const UpdateBranding = z.strictObject({
  accent: Accent.nullish(),
  supportEmail: Email.nullish(),
  termsUrl: PublicUrl,
  privacyUrl: PublicUrl,
  logo: z
    .string()
    .max(MAX_LOGO_TEXT, { error: 'must have at most 200 kB', abort: true })
    .pipe(z.base64('must be a PNG or JPEG picture'))
    .nullish()
    .meta({ description: 'The bytes of a PNG or JPEG picture in base64' }),
})
export type UpdateBranding = z.infer<typeof UpdateBranding>

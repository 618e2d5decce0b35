import { type FieldErrors, isBlank, isEmail } from '#client/lib/hooks/use-form.ts'
import { look as texts } from '#client/texts/en/look.ts'
import { Accent, type Look, type UpdateLook } from '#server/features/look/look.schema.ts'
import { isPlainHttps } from '#server/shared/text/plain-https.ts'

/** In the order of the screen. */
export type LookValues = {
  /** Where the saved one lies, or a data: address of another; blank for none. */
  logo: string
  accent: string
  supportEmail: string
  termsUrl: string
  privacyUrl: string
}

export const valuesOf = (look: Look): LookValues => ({
  logo: look.logoUrl ?? '',
  accent: look.accent ?? '',
  supportEmail: look.supportEmail ?? '',
  termsUrl: look.termsUrl ?? '',
  privacyUrl: look.privacyUrl ?? '',
})

export const checkLook = ({
  accent,
  supportEmail,
  termsUrl,
  privacyUrl,
}: LookValues): FieldErrors<LookValues> => ({
  ...(!isBlank(accent) && !colourOf(accent) && { accent: texts.notAColour }),
  ...(!isBlank(supportEmail) && !isEmail(supportEmail) && { supportEmail: texts.notAnEmail }),
  ...(!isBlank(termsUrl) && !isPlainHttps(termsUrl.trim()) && { termsUrl: texts.notHttps }),
  ...(!isBlank(privacyUrl) && !isPlainHttps(privacyUrl.trim()) && { privacyUrl: texts.notHttps }),
})

/** What was typed as a colour, once it is one. */
export const colourOf = (text: string): string | undefined => Accent.safeParse(text).data

/** Only what differs goes out, so that a colour does not take the logo along. */
export function changesOf(start: LookValues, values: LookValues): UpdateLook {
  const text = (field: keyof LookValues) =>
    values[field] === start[field] ? undefined : values[field].trim() || null
  return {
    accent: text('accent'),
    supportEmail: text('supportEmail'),
    termsUrl: text('termsUrl'),
    privacyUrl: text('privacyUrl'),
    logo: values.logo === start.logo ? undefined : bytesOf(values.logo),
  }
}

/** In base64, as a data: address has them. */
const bytesOf = (logo: string): string | null => logo.replace(/^data:[^,]*,/, '') || null

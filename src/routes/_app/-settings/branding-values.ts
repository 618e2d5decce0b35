import { type FieldErrors, isBlank, isEmail } from '#client/lib/hooks/use-form.ts'
import { look as texts } from '#client/texts/en/look.ts'
import {
  Accent,
  type Branding,
  type UpdateBranding,
} from '#server/features/branding/branding.schema.ts'
import { isPlainHttps } from '#server/shared/text/plain-https.ts'

/** The form's fields, in screen order. */
export type BrandingValues = {
  /** The saved logo's URL, or a data: URL of a new one; blank for none. */
  logo: string
  accent: string
  supportEmail: string
  termsUrl: string
  privacyUrl: string
}

/** Returns the form's values for the saved branding. */
export const valuesOf = (branding: Branding): BrandingValues => ({
  logo: branding.logoUrl ?? '',
  accent: branding.accent ?? '',
  supportEmail: branding.supportEmail ?? '',
  termsUrl: branding.termsUrl ?? '',
  privacyUrl: branding.privacyUrl ?? '',
})

export const checkBranding = ({
  accent,
  supportEmail,
  termsUrl,
  privacyUrl,
}: BrandingValues): FieldErrors<BrandingValues> => ({
  ...(!isBlank(accent) && !colourOf(accent) && { accent: texts.notAColour }),
  ...(!isBlank(supportEmail) && !isEmail(supportEmail) && { supportEmail: texts.notAnEmail }),
  ...(!isBlank(termsUrl) && !isPlainHttps(termsUrl.trim()) && { termsUrl: texts.notHttps }),
  ...(!isBlank(privacyUrl) && !isPlainHttps(privacyUrl.trim()) && { privacyUrl: texts.notHttps }),
})

/** Returns the text if it is a valid colour, otherwise undefined. */
export const colourOf = (text: string): string | undefined => Accent.safeParse(text).data

/** Returns only the changed fields, so that a new colour does not send the logo again. */
export function changesOf(start: BrandingValues, values: BrandingValues): UpdateBranding {
  const text = (field: keyof BrandingValues) =>
    values[field] === start[field] ? undefined : values[field].trim() || null
  return {
    accent: text('accent'),
    supportEmail: text('supportEmail'),
    termsUrl: text('termsUrl'),
    privacyUrl: text('privacyUrl'),
    logo: values.logo === start.logo ? undefined : bytesOf(values.logo),
  }
}

/** Returns the base64 content of a data: URL; null for none. */
const bytesOf = (logo: string): string | null => logo.replace(/^data:[^,]*,/, '') || null

/**
 * The language of the dashboard: Italian, English, or `spec`, the mix that the product's specification defines screen
 * by screen.
 */
export const languageModes = ['spec', 'it', 'en'] as const

export type LanguageMode = (typeof languageModes)[number]

/** Cookie with the dashboard's language mode; without it the server sends `spec`. */
export const LANGUAGE_COOKIE = 'incasso-language'

/** Languages of mails. */
export const mailLanguages = ['it', 'en'] as const

export type MailLanguage = (typeof mailLanguages)[number]

/**
 * Returns the language of mails. When the dashboard mixes two languages, mails are in Italian, like its sign-in page.
 */
export const mailLanguage = (mode: LanguageMode): MailLanguage => (mode === 'en' ? 'en' : 'it')

/** Returns the language that a merchant in this time zone most likely uses with customers. */
export const languageOfZone = (timezone: string): MailLanguage =>
  timezone === 'Europe/Rome' ? 'it' : 'en'

/** Returns the mode in a `Cookie` header, or `spec` without one. */
export function languageOfCookies(header: string | undefined): LanguageMode {
  const [, requested] = /(?:^|;\s*)incasso-language=(\w+)/.exec(header ?? '') ?? []
  return languageModes.find((mode) => mode === requested) ?? 'spec'
}

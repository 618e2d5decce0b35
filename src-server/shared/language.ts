/** One language throughout, or the mix of two that the product's specification has screen by screen. */
export const languageModes = ['spec', 'it', 'en'] as const

export type LanguageMode = (typeof languageModes)[number]

/** Says which page a browser is sent. Its value is one of the modes; without it the mix is sent. */
export const LANGUAGE_COOKIE = 'incasso-language'

/** What mails are written in. */
export const mailLanguages = ['it', 'en'] as const

export type MailLanguage = (typeof mailLanguages)[number]

/** Mails are in one language; where the page mixes two, they are in Italian, as its sign-in is. */
export const mailLanguage = (mode: LanguageMode): MailLanguage => (mode === 'en' ? 'en' : 'it')

/** In which a merchant of this zone most likely speaks with customers. */
export const languageOfZone = (timezone: string): MailLanguage =>
  timezone === 'Europe/Rome' ? 'it' : 'en'

/** The mode that a `Cookie` header asks for. */
export function languageOfCookies(header: string | undefined): LanguageMode {
  const [, asked] = /(?:^|;\s*)incasso-language=(\w+)/.exec(header ?? '') ?? []
  return languageModes.find((mode) => mode === asked) ?? 'spec'
}

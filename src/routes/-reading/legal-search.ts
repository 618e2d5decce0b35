import { z } from 'zod'
import type { LegalLanguage } from '#client/texts/legal.ts'

/** Returns the browser's language, for URLs without one. */
const browserLanguage = (): LegalLanguage => (navigator.language.startsWith('it') ? 'it' : 'en')

export const LegalSearch = z.object({ lang: z.enum(['it', 'en']).optional().catch(undefined) })

export const languageOf = ({ lang }: z.infer<typeof LegalSearch>): LegalLanguage =>
  lang ?? browserLanguage()

import { z } from 'zod'
import { settingDocs } from './setting.ts'

/** Returns whether the text is an https URL or the path of a file. People trust the terms, so plain http is refused. */
function isUrlOrFile(text: string): boolean {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return /\.(?:md|txt)$/.test(text)
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}

const source = () =>
  z
    .string()
    .refine(isUrlOrFile, 'must be an https address, or the path of a .md or .txt file')
    .optional()

/** Variables that replace the sandbox's terms with an operator's own. */
export const legalVariables = {
  TERMS_URL: source().register(settingDocs, {
    meaning:
      'The terms that people accept: an https address, or the path of a `.md` or `.txt` file.',
    italian: 'I termini che le persone accettano: un indirizzo https o un file .md o .txt',
    neededBy: 'every server on which other people sign up',
    example: 'https://example.com/terms',
    otherwise: "the sandbox's text, which says that an operator must replace it",
  }),
  PRIVACY_URL: source().register(settingDocs, {
    meaning:
      'The privacy policy that people accept: an https address, or the path of a `.md` or `.txt` file.',
    italian: "L'informativa sulla privacy: un indirizzo https o un file .md o .txt",
    neededBy: 'every server on which other people sign up',
    example: './legal/privacy.md',
    otherwise: "the sandbox's text, which says that an operator must replace it",
  }),
}

const Variables = z.object(legalVariables)

/** Source of a legal text: a URL, or a file of this machine; undefined means the built-in text of the sandbox. */
export type LegalSource = Readonly<{ address: string } | { file: string } | undefined>

export type LegalConfig = Readonly<{ terms: LegalSource; privacy: LegalSource }>

const sourceOf = (text: string | undefined): LegalSource => {
  if (text === undefined) return undefined
  return /^https:/i.test(text) ? { address: text } : { file: text }
}

export const legalConfigOf = (variables: z.infer<typeof Variables>): LegalConfig => ({
  terms: sourceOf(variables.TERMS_URL),
  privacy: sourceOf(variables.PRIVACY_URL),
})

export type LegalName = 'terms' | 'privacy'
export type LegalLanguage = 'it' | 'en'

type Words = {
  links: Record<LegalName, string>
  navigation: string
  other: string
  /** Shown above the sandbox's own text. */
  notice: { title: string; text: string }
  loading: string
  failed: string
}

const it: Words = {
  links: { terms: 'Termini e condizioni', privacy: 'Privacy policy' },
  navigation: 'Documenti legali',
  other: 'English',
  notice: {
    title: 'Testo predefinito',
    text: "Chi gestisce questo server non ha ancora messo un testo proprio. Prima che altre persone si registrino deve sostituirlo con il suo, indicando un indirizzo https o un file nelle variabili `TERMS_URL` e `PRIVACY_URL`. Questo testo descrive che cosa fa il programma; non è un parere legale e non basta per un'attività vera.",
  },
  loading: 'Caricamento del testo',
  failed: 'Il testo non è stato caricato',
}

const en: Words = {
  links: { terms: 'Terms and conditions', privacy: 'Privacy policy' },
  navigation: 'Legal documents',
  other: 'Italiano',
  notice: {
    title: 'Default text',
    text: 'The operator of this server has not put a text of their own here yet. Before other people sign up, the operator must replace it, by an https address or a file in the variables `TERMS_URL` and `PRIVACY_URL`. This text describes what the program does; it is not legal advice and not enough for a real business.',
  },
  loading: 'Loading the text',
  failed: 'The text could not be loaded',
}

export const legal: Record<LegalLanguage, Words> = { it, en }

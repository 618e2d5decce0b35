import { LANGUAGE_COOKIE, type LanguageMode } from '#server/shared/language.ts'
import { language } from '../texts/en/language.ts'

const YEAR_S = 31_536_000
/** In this tab, until the person is known: what a visitor chose. */
const CHOSEN = 'incasso.language-chosen'
/** The language for which this tab was loaded anew, so that a browser without cookies is not, for ever. */
const FOLLOWED = 'incasso.language-followed'

export const currentLanguage: LanguageMode = language.mode

/** The server sends the page in this language from the next load on. */
function loadIn(mode: LanguageMode) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the other way needs https, which a first try has not
  document.cookie = `${LANGUAGE_COOKIE}=${mode}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`
  location.reload()
}

/** A visitor's choice, which a person who then signs in keeps. */
export function chooseAsVisitor(mode: LanguageMode) {
  sessionStorage.setItem(CHOSEN, mode)
  loadIn(mode)
}

export const chooseAsPerson = (mode: LanguageMode) => loadIn(mode)

/**
 * What follows from what the server knows of a person: their language is loaded, or what they chose as a
 * visitor becomes theirs. `save` tells the server.
 */
export function followPerson(known: LanguageMode | null, save: (mode: LanguageMode) => void) {
  const chosen = sessionStorage.getItem(CHOSEN)
  sessionStorage.removeItem(CHOSEN)
  if (chosen === currentLanguage || (known === null && currentLanguage !== 'spec')) {
    if (known !== currentLanguage) save(currentLanguage)
    return
  }
  if (known === null || known === currentLanguage) return
  if (sessionStorage.getItem(FOLLOWED) === known) return
  sessionStorage.setItem(FOLLOWED, known)
  loadIn(known)
}

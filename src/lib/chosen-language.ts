import { LANGUAGE_COOKIE, type LanguageMode } from '#server/shared/language.ts'
import { language } from '../texts/en/language.ts'

const YEAR_S = 31_536_000
/** Session storage key of a visitor's choice, kept in this tab until the person signs in. */
const CHOSEN = 'incasso.language-chosen'
/**
 * Session storage key of the language that this tab reloaded for. Without it, a browser without cookies would
 * reload endlessly.
 */
const RELOADED_FOR = 'incasso.language-followed'

export const currentLanguage: LanguageMode = language.mode

/** The language for a person who has not chosen one: in an Italian browser, Italian instead of the specification's mix. */
export const proposedLanguage = (): LanguageMode =>
  currentLanguage === 'spec' && /^it\b/i.test(navigator.language) ? 'it' : currentLanguage

/** Reloads the page in a language. The cookie makes the server send later pages in it too. */
function loadIn(mode: LanguageMode) {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore needs HTTPS, which a local trial does not have
  document.cookie = `${LANGUAGE_COOKIE}=${mode}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`
  location.reload()
}

/**
 * Reloads the page in a visitor's language, and keeps the choice so that signing in saves it for the person.
 */
export function chooseAsVisitor(mode: LanguageMode) {
  sessionStorage.setItem(CHOSEN, mode)
  loadIn(mode)
}

/** Reloads the page in the language that a signed-in person chose. */
export const chooseAsPerson = (mode: LanguageMode) => loadIn(mode)

/**
 * Reloads the page in the person's saved language. A language chosen before signing in takes precedence, and
 * `save` sends it to the server. `savedLanguage` is null when none is saved.
 */
export function applySavedLanguage(
  savedLanguage: LanguageMode | null,
  save: (mode: LanguageMode) => void,
) {
  const chosen = sessionStorage.getItem(CHOSEN)
  sessionStorage.removeItem(CHOSEN)
  if (chosen === currentLanguage || (savedLanguage === null && currentLanguage !== 'spec')) {
    if (savedLanguage !== currentLanguage) save(currentLanguage)
    return
  }
  if (savedLanguage === null || savedLanguage === currentLanguage) return
  if (sessionStorage.getItem(RELOADED_FOR) === savedLanguage) return
  sessionStorage.setItem(RELOADED_FOR, savedLanguage)
  loadIn(savedLanguage)
}

/** True if a language was chosen in this browser. */
const hasCookie = () => document.cookie.includes(`${LANGUAGE_COOKIE}=`)

/** Reloads the page in the language of the person who invited a visitor, unless one was chosen in this browser. */
export function followInviter(inviterLanguage: LanguageMode | null) {
  if (inviterLanguage === null || inviterLanguage === currentLanguage || hasCookie()) return
  if (sessionStorage.getItem(RELOADED_FOR) === inviterLanguage) return
  sessionStorage.setItem(RELOADED_FOR, inviterLanguage)
  loadIn(inviterLanguage)
}

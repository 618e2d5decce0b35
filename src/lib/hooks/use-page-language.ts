import { useEffect } from 'react'
import { languageFor } from '../language-for.ts'

/**
 * Sets the document's `lang` to `languageFor(inMix)` while the page is shown, for screen readers and
 * translators.
 */
export function usePageLanguage(inMix: 'it' | 'en') {
  useEffect(() => {
    const before = document.documentElement.lang
    document.documentElement.lang = languageFor(inMix)
    return () => {
      document.documentElement.lang = before
    }
  }, [inMix])
}

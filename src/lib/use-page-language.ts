import { useEffect } from 'react'

/** Tells screen readers and translators which language the page speaks while it is shown. */
export function usePageLanguage(language: 'it' | 'en') {
  useEffect(() => {
    const before = document.documentElement.lang
    document.documentElement.lang = language
    return () => {
      document.documentElement.lang = before
    }
  }, [language])
}

import { useEffect } from 'react'
import { spoken } from '../spoken.ts'

/** Tells screen readers and translators which language the page speaks while it is shown. */
export function usePageLanguage(inMix: 'it' | 'en') {
  useEffect(() => {
    const before = document.documentElement.lang
    document.documentElement.lang = spoken(inMix)
    return () => {
      document.documentElement.lang = before
    }
  }, [inMix])
}

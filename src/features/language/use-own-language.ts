import { useEffect } from 'react'
import { applySavedLanguage } from '#client/lib/chosen-language.ts'
import { trpc } from '#client/trpc.ts'

/** Applies the person's saved language in each browser where they sign in. */
export function useOwnLanguage(isSignedIn: boolean) {
  const { data } = trpc.preferences.current.useQuery(undefined, { enabled: isSignedIn })
  const { mutate } = trpc.preferences.save.useMutation()
  const savedLanguage = isSignedIn ? data?.language : undefined
  useEffect(() => {
    if (savedLanguage !== undefined)
      applySavedLanguage(savedLanguage, (language) => mutate({ language }))
  }, [savedLanguage, mutate])
}

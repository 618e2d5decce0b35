import { redirect } from '@tanstack/react-router'
import { config } from '#client/lib/config.ts'

/** `redirect`: the path that the visitor opened before they had to sign in. */
export type AuthSearch = { redirect?: string }

/** The path where invitations are accepted. */
export const INVITED = '/join'

/** Returns the first path for a new account: '/join' when an invitation led here, otherwise '/onboarding'. */
export const newcomerPath = (redirect: string | undefined): '/join' | '/onboarding' =>
  redirect === INVITED ? INVITED : '/onboarding'

export const readAuthSearch = (search: Record<string, unknown>): AuthSearch =>
  typeof search.redirect === 'string' ? { redirect: search.redirect } : {}

export const keepRedirect = (redirect: string | undefined): AuthSearch =>
  redirect ? { redirect } : {}

/** Redirects to the sign-in page under Clerk, which keeps passwords itself and resets them in its own form. */
export function embeddedOnly() {
  if (config.identity === 'clerk') throw redirect({ to: '/sign-in', replace: true })
}

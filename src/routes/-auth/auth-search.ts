import { redirect } from '@tanstack/react-router'
import { config } from '#client/lib/config.ts'

/** Where the visitor wanted to go before they had to sign in. */
export type AuthSearch = { redirect?: string }

/** Where an invitation is accepted. */
export const INVITED = '/join'

/** Who is new sets up a business first, unless an invitation brings them to one. */
export const newcomerPath = (redirect: string | undefined): '/join' | '/onboarding' =>
  redirect === INVITED ? INVITED : '/onboarding'

export const readAuthSearch = (search: Record<string, unknown>): AuthSearch =>
  typeof search.redirect === 'string' ? { redirect: search.redirect } : {}

export const keepRedirect = (redirect: string | undefined): AuthSearch =>
  redirect ? { redirect } : {}

/** Clerk keeps passwords itself and offers a new one in its own form. */
export function embeddedOnly() {
  if (config.identity === 'clerk') throw redirect({ to: '/sign-in', replace: true })
}

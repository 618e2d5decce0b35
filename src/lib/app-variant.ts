export type AppVariant = 'full' | 'development'

/**
 * Returns 'development' for localhost and Replit hosts, and 'full' for all others. The development app opens
 * its pages without a guard and without a delay. Its API still requires a session, so the host name protects
 * nothing.
 */
export const variantOf = (hostname: string): AppVariant =>
  /localhost|replit/i.test(hostname) ? 'development' : 'full'

/** The app that this page's host serves. */
export const variant: AppVariant = variantOf(globalThis.location?.hostname ?? '')

/** Paths that the full app renders without its initial delay. */
const startsAtOnce = new Set([
  '/sign-in',
  '/sign-up',
  '/dashboard',
  '/clerk-visual-guide',
  '/clerk-quick-setup',
])

/** The full app's delay after loading before the shell appears; session and data load meanwhile. */
export const SHELL_DELAY_MS = 1000

/** Returns the milliseconds after loading at which a path first renders. */
export const delayOf = (appVariant: AppVariant, pathname: string): number =>
  appVariant === 'development' || startsAtOnce.has(pathname) ? 0 : SHELL_DELAY_MS

export type AppVariant = 'full' | 'development'

/**
 * Which app a host serves. The development app lists its pages without a guard and starts at once;
 * the API behind it asks for a session all the same, so a host's name protects nothing.
 */
export const variantOf = (hostname: string): AppVariant =>
  /localhost|replit/i.test(hostname) ? 'development' : 'full'

export const variant: AppVariant = variantOf(globalThis.location?.hostname ?? '')

/** What the full app shows before its first second is over. */
const startsAtOnce = new Set([
  '/sign-in',
  '/sign-up',
  '/dashboard',
  '/clerk-visual-guide',
  '/clerk-quick-setup',
])

export const SHELL_DELAY_MS = 1000

/** How long after loading a path first renders. */
export const delayOf = (appVariant: AppVariant, pathname: string): number =>
  appVariant === 'development' || startsAtOnce.has(pathname) ? 0 : SHELL_DELAY_MS

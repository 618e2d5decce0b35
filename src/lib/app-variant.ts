export type AppVariant = 'full' | 'development'

/**
 * Returns 'development' for localhost and Replit hosts, and 'full' for all other hosts. The development app
 * shows its pages to visitors who are not signed in, and without a delay. Its API still requires a session, so
 * no data depends on the host name.
 */
export const variantOf = (hostname: string): AppVariant =>
  /localhost|replit/i.test(hostname) ? 'development' : 'full'

/** The app that this page's host serves. */
export const variant: AppVariant = variantOf(globalThis.location?.hostname ?? '')

/** Paths that the app renders at once on every host: sign-in, sign-up, the dashboard and the guides about Clerk. */
const startsAtOnce = new Set([
  '/sign-in',
  '/sign-up',
  '/dashboard',
  '/clerk-visual-guide',
  '/clerk-quick-setup',
])

/**
 * Milliseconds after loading during which the other paths show a spinner, as the product's specification
 * requires. Session and data load meanwhile.
 */
export const SHELL_DELAY_MS = 1000

/**
 * Milliseconds after a page's frame at which the code of toasts and of the palette loads, so that the page's own data
 * have the network to themselves.
 */
export const LATER_CODE_MS = SHELL_DELAY_MS

/** Returns the milliseconds after loading at which a path first renders. */
export const delayOf = (appVariant: AppVariant, pathname: string): number =>
  appVariant === 'development' || startsAtOnce.has(pathname) ? 0 : SHELL_DELAY_MS

/** Test mode, without real money, and live mode, with real money. No sum mixes both modes. */
export const modes = ['test', 'live'] as const

/** Test mode or live mode. */
export type Mode = (typeof modes)[number]

/** Returns true if the value is `test` or `live`. */
export const isMode = (text: unknown): text is Mode => modes.some((mode) => mode === text)

/** Cookie that records whether a browser shows test mode or live mode. It contains no secret and grants no access. */
export const MODE_COOKIE = 'incasso-book'

/**
 * Header with the mode (test or live) that the calling page shows. When a request cannot send headers, the URL has the
 * mode as `book`.
 */
export const MODE_HEADER = 'x-incasso-book'

/** Returns the mode in a `Cookie` header: `live` if the cookie has this value, otherwise `test`. */
export function modeOfCookies(header: string | undefined): Mode {
  const [, requested] = /(?:^|;\s*)incasso-book=(\w+)/.exec(header ?? '') ?? []
  return requested === 'live' ? 'live' : 'test'
}

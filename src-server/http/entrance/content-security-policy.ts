/** Where Clerk's forms ask whether a visitor is human. */
const CHALLENGES = 'https://challenges.cloudflare.com'

export type PolicyOptions = {
  nonce: string
  /** Set when Clerk signs people in: its scripts and forms come from hosts of its own. */
  clerk?: { frontendApi: string } | undefined
}

/** What the page may load and where it may send to. */
export function contentSecurityPolicy({ nonce, clerk }: PolicyOptions): string {
  const directives = clerk ? withClerk(`https://${clerk.frontendApi}`) : strict(nonce)
  return [
    "default-src 'none'",
    ...directives,
    "font-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * Scripts and styles only from here. Components that make style elements at run time carry a nonce,
 * so no inline style or script that an attacker slipped in would be obeyed.
 */
const strict = (nonce: string) => [
  "script-src 'self'",
  `style-src 'self' 'nonce-${nonce}'`,
  "img-src 'self' data:",
  "connect-src 'self'",
]

/** Clerk's forms style themselves inline, and beside a nonce browsers would not heed 'unsafe-inline'. */
const withClerk = (frontendApi: string) => [
  `script-src 'self' ${frontendApi} ${CHALLENGES}`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https://img.clerk.com",
  `connect-src 'self' ${frontendApi}`,
  "worker-src 'self' blob:",
  `frame-src ${CHALLENGES}`,
]

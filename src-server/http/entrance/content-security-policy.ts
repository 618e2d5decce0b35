import type { PayerScript } from '#server/core/ports/payer-script.ts'

/** Where Clerk's forms ask whether a visitor is human. */
const CHALLENGES = 'https://challenges.cloudflare.com'

export type PolicyOptions = {
  nonce: string
  /** Set when Clerk signs people in: its scripts and forms come from hosts of its own. */
  clerk?: { frontendApi: string } | undefined
  /** Set for the document in which the fields of a processor's script take a card. */
  script?: Pick<PayerScript, 'sources'> | undefined
}

type Sources = PayerScript['sources']

export const directivesOf = (sources: Sources): string[] =>
  Object.entries(sources).map(([name, from]) => `${name} ${from.join(' ')}`)

/** What the page may load and where it may send to. */
export function contentSecurityPolicy({ nonce, clerk, script }: PolicyOptions): string {
  const own = clerk ? withClerk(`https://${clerk.frontendApi}`) : strict(nonce)
  const sources = script ? joined(own, script.sources) : own
  return [
    "default-src 'none'",
    ...directivesOf(sources),
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
const strict = (nonce: string): Sources => ({
  'script-src': ["'self'"],
  'style-src': ["'self'", `'nonce-${nonce}'`],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
})

/** Clerk's forms style themselves inline, and beside a nonce browsers would not heed 'unsafe-inline'. */
const withClerk = (frontendApi: string): Sources => ({
  'script-src': ["'self'", frontendApi, CHALLENGES],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'https://img.clerk.com'],
  'connect-src': ["'self'", frontendApi],
  'worker-src': ["'self'", 'blob:'],
  'frame-src': [CHALLENGES],
})

const joined = (one: Sources, other: Sources): Sources => ({
  ...one,
  ...Object.fromEntries(
    Object.entries(other).map(([name, from]) => [name, [...(one[name] ?? []), ...from]]),
  ),
})

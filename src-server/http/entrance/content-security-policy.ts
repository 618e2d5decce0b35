import type { PayerScript } from '#server/core/ports/payer-script.ts'

/** Clerk's forms check here that a visitor is human. */
const CHALLENGES = 'https://challenges.cloudflare.com'

export type PolicyOptions = {
  nonce: string
  /** Set when Clerk signs users in: its scripts and forms come from its own hosts. */
  clerk?: { frontendApi: string } | undefined
  /** Set for the document in which the card fields of a processor's script are shown. */
  script?: Pick<PayerScript, 'sources'> | undefined
}

type Sources = PayerScript['sources']

/** Returns the directives of a content security policy from the sources of each directive. */
export const directivesOf = (sources: Sources): string[] =>
  Object.entries(sources).map(([name, from]) => `${name} ${from.join(' ')}`)

/** Returns the content security policy of the dashboard's document. */
export function contentSecurityPolicy({ nonce, clerk, script }: PolicyOptions): string {
  const pageSources = clerk ? clerkSources(`https://${clerk.frontendApi}`) : strictSources(nonce)
  const sources = script ? joinSources(pageSources, script.sources) : pageSources
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
 * Allows scripts and styles from this server only. Components that create style elements at run time carry a nonce, so
 * browsers ignore an inline style or script that an attacker inserts.
 */
const strictSources = (nonce: string): Sources => ({
  'script-src': ["'self'"],
  'style-src': ["'self'", `'nonce-${nonce}'`],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
})

/**
 * Allows inline styles, which Clerk's forms use. There is no nonce, since browsers ignore 'unsafe-inline' next to one.
 */
const clerkSources = (frontendApi: string): Sources => ({
  'script-src': ["'self'", frontendApi, CHALLENGES],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'https://img.clerk.com'],
  'connect-src': ["'self'", frontendApi],
  'worker-src': ["'self'", 'blob:'],
  'frame-src': [CHALLENGES],
})

const joinSources = (one: Sources, other: Sources): Sources => ({
  ...one,
  ...Object.fromEntries(
    Object.entries(other).map(([name, from]) => [name, [...(one[name] ?? []), ...from]]),
  ),
})

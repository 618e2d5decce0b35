/** Where Clerk's forms ask whether a visitor is human. */
const CHALLENGES = 'https://challenges.cloudflare.com'

/** Stripe's own list. Its frames, in which a card is typed, come from where its script does. */
const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com']
const STRIPE_HOOKS = 'https://hooks.stripe.com'
const STRIPE_API = 'https://api.stripe.com'

/** Where Stripe is reached; tests have another. */
export type StripePlaces = { apiUrl: string; jsUrl: string }

export type PolicyOptions = {
  nonce: string
  /** Set when Clerk signs people in: its scripts and forms come from hosts of its own. */
  clerk?: { frontendApi: string } | undefined
  /** Set for the document in which Stripe's fields take a card. */
  stripe?: StripePlaces | undefined
}

type Sources = Record<string, string[]>

export const directivesOf = (sources: Sources): string[] =>
  Object.entries(sources).map(([name, from]) => `${name} ${from.join(' ')}`)

/** What the page may load and where it may send to. */
export function contentSecurityPolicy({ nonce, clerk, stripe }: PolicyOptions): string {
  const own = clerk ? withClerk(`https://${clerk.frontendApi}`) : strict(nonce)
  const sources = stripe ? joined(own, ofStripe(stripe)) : own
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

/** The hosts that Stripe's script needs, wherever it runs. */
export const ofStripe = ({ apiUrl, jsUrl }: StripePlaces): Sources => ({
  'script-src': once([...STRIPE_SCRIPTS, jsUrl]),
  'frame-src': once([...STRIPE_SCRIPTS, STRIPE_HOOKS, jsUrl]),
  // A script that stands in for Stripe's calls where it comes from.
  'connect-src': once([STRIPE_API, apiUrl, ...(STRIPE_SCRIPTS.includes(jsUrl) ? [] : [jsUrl])]),
})

const once = (sources: string[]) => [...new Set(sources)]

const joined = (one: Sources, other: Sources): Sources => ({
  ...one,
  ...Object.fromEntries(
    Object.entries(other).map(([name, from]) => [name, [...(one[name] ?? []), ...from]]),
  ),
})

/** Wallets ask for money by the browser's own window, which only Stripe's script may open beside us. */
export const paymentPermissions = 'payment=(self "https://js.stripe.com")'

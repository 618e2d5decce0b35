import type { StripeConfig } from '#server/config/stripe.ts'
import type { PayerScript } from '#server/core/ports/payer-script.ts'

/** Path of the script, which Stripe names after the release of the page's package. */
const SCRIPT = '/endive/stripe.js'

/** Hosts from Stripe's own list. Its frames, in which a card is typed, come from the same hosts as its script. */
const SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com']
const HOOKS = 'https://hooks.stripe.com'
const API = 'https://api.stripe.com'
const CHECKOUT = 'https://checkout.stripe.com'

/** Script of Incasso's page: Stripe's script authenticates the payer, who is then sent to the URL `back`. */
const proofLines = `const said = document.getElementById('said')
const { key, secret, back, failed, language } = said.dataset
const fail = () => { said.textContent = failed }
if (typeof Stripe === 'undefined') fail()
else {
Stripe(key, { locale: language }).handleNextAction({ clientSecret: secret })
.then(() => location.replace(back), fail)
}`

const unique = (hosts: string[]) => [...new Set(hosts)]

export const stripeScript = ({ apiUrl, jsUrl }: StripeConfig): PayerScript => ({
  url: `${jsUrl}${SCRIPT}`,
  sources: {
    'script-src': unique([...SCRIPTS, jsUrl]),
    'frame-src': unique([...SCRIPTS, HOOKS, jsUrl]),
    // A script from another `jsUrl`, which replaces Stripe's, sends its requests to its own origin.
    'connect-src': unique([API, apiUrl, ...(SCRIPTS.includes(jsUrl) ? [] : [jsUrl])]),
  },
  // Wallets request money in the browser's own window, which only Stripe's script and Incasso's page may open.
  permissions: 'payment=(self "https://js.stripe.com")',
  proofLines,
})

/** Returns the origins of Stripe's own page for payers. */
export const stripeOrigins = ({ apiUrl }: StripeConfig): string[] => [
  CHECKOUT,
  ...(apiUrl.startsWith(API) ? [] : [new URL(apiUrl).origin]),
]

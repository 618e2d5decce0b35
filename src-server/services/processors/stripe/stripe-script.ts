import type { StripeConfig } from '#server/config/stripe.ts'
import type { PayerScript } from '#server/core/ports/payer-script.ts'

/** Named by Stripe after the release that the page's package is of. */
const SCRIPT = '/endive/stripe.js'

/** Stripe's own list. Its frames, in which a card is typed, come from where its script does. */
const SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com']
const HOOKS = 'https://hooks.stripe.com'
const API = 'https://api.stripe.com'
const CHECKOUT = 'https://checkout.stripe.com'

const proofLines = `const said = document.getElementById('said')
const { key, secret, back, failed, language } = said.dataset
const fail = () => { said.textContent = failed }
if (typeof Stripe === 'undefined') fail()
else {
Stripe(key, { locale: language }).handleNextAction({ clientSecret: secret })
.then(() => location.replace(back), fail)
}`

const once = (hosts: string[]) => [...new Set(hosts)]

export const stripeScript = ({ apiUrl, jsUrl }: StripeConfig): PayerScript => ({
  url: `${jsUrl}${SCRIPT}`,
  sources: {
    'script-src': once([...SCRIPTS, jsUrl]),
    'frame-src': once([...SCRIPTS, HOOKS, jsUrl]),
    // A script that stands in for Stripe's calls where it comes from.
    'connect-src': once([API, apiUrl, ...(SCRIPTS.includes(jsUrl) ? [] : [jsUrl])]),
  },
  // Wallets ask for money by the browser's own window, which only Stripe's script may open beside us.
  permissions: 'payment=(self "https://js.stripe.com")',
  proofLines,
})

/** Origins of Stripe's own page for payers. */
export const stripeOrigins = ({ apiUrl }: StripeConfig): string[] => [
  CHECKOUT,
  ...(apiUrl.startsWith(API) ? [] : [new URL(apiUrl).origin]),
]

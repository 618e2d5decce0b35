import { z } from 'zod'
import { settingDocs } from './setting.ts'

const STRIPE_API = 'https://api.stripe.com'
const STRIPE_JS = 'https://js.stripe.com'

const Origin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL', abort: true })
  .refine((text) => new URL(text).origin === text.replace(/\/$/, ''), 'must be an origin: no path')
  .transform((text) => new URL(text).origin)

/** URLs of Stripe. Other URLs are for tests only, since keys that move money and card data are sent there. */
export const stripeVariables = {
  STRIPE_API_URL: Origin.default(STRIPE_API).register(settingDocs, {
    meaning:
      'Where Stripe’s API is reached. Another URL is for tests, with a server that imitates Stripe; production refuses it.',
    italian: 'Stripe: dove risponde la sua API; un altro indirizzo serve solo per le prove',
    neededBy: 'tests without Stripe’s network',
    example: 'http://127.0.0.1:12111',
  }),
  STRIPE_JS_URL: Origin.default(STRIPE_JS).register(settingDocs, {
    meaning:
      'From where browsers load Stripe’s script, in whose fields cards are typed. Another URL is for tests; production refuses it.',
    italian:
      'Stripe: da dove i browser caricano il suo script; un altro indirizzo serve solo per le prove',
    neededBy: 'tests without Stripe’s network',
    example: 'http://127.0.0.1:12111',
  }),
}

const Variables = z.object(stripeVariables)

export type StripeConfig = Readonly<{ apiUrl: string; jsUrl: string }>

export const stripeConfigOf = ({
  STRIPE_API_URL: apiUrl,
  STRIPE_JS_URL: jsUrl,
}: z.infer<typeof Variables>): StripeConfig => ({ apiUrl, jsUrl })

/** Returns an error message for each Stripe URL that production refuses, because real money moves there. */
export function findStripeErrors({
  STRIPE_API_URL,
  STRIPE_JS_URL,
  APP_ENV,
}: z.infer<typeof Variables> & { APP_ENV: string }): string[] {
  if (APP_ENV !== 'production') return []
  const errors: string[] = []
  if (STRIPE_API_URL !== STRIPE_API) {
    errors.push(
      `STRIPE_API_URL must be ${STRIPE_API} when APP_ENV is production: merchants’ keys would go elsewhere`,
    )
  }
  if (STRIPE_JS_URL !== STRIPE_JS) {
    errors.push(
      `STRIPE_JS_URL must be ${STRIPE_JS} when APP_ENV is production: cards would go elsewhere`,
    )
  }
  return errors
}

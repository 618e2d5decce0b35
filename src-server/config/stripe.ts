import { z } from 'zod'
import { settingWords } from './setting.ts'

const STRIPE_API = 'https://api.stripe.com'

/** Where Stripe is reached: elsewhere only for tests, since keys that move money travel there. */
export const stripeVariables = {
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
    .refine(
      (text) => new URL(text).origin === text.replace(/\/$/, ''),
      'must be an origin: no path',
    )
    .transform((text) => new URL(text).origin)
    .default(STRIPE_API)
    .register(settingWords, {
      meaning:
        'Where Stripe’s API is reached. Another address is for tests, with a server that stands in for Stripe; production refuses it.',
      italian: 'Stripe: dove risponde la sua API; un altro indirizzo serve solo per le prove',
      neededBy: 'tests without Stripe’s network',
      example: 'http://127.0.0.1:12111',
    }),
}

const Variables = z.object(stripeVariables)

export type StripeConfig = Readonly<{ apiUrl: string }>

export const stripeConfigOf = ({
  STRIPE_API_URL: apiUrl,
}: z.infer<typeof Variables>): StripeConfig => ({ apiUrl })

/** What cannot be right where money moves. */
export const stripeComplaintsOf = ({
  STRIPE_API_URL,
  APP_ENV,
}: z.infer<typeof Variables> & { APP_ENV: string }): string[] =>
  APP_ENV === 'production' && STRIPE_API_URL !== STRIPE_API
    ? [
        `STRIPE_API_URL must be ${STRIPE_API} when APP_ENV is production: merchants’ keys would go elsewhere`,
      ]
    : []

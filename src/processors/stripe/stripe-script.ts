import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { languageFor } from '#client/lib/language-for.ts'
import type { CardScript } from '#server/features/transactions/payer/card-form.schema.ts'

const STRIPE = 'https://js.stripe.com/'

/** Loads Stripe's script with the key of the account that takes the card. A failed load may be retried. */
export async function stripeOf({ url, publishableKey }: CardScript): Promise<Stripe> {
  const options = { locale: languageFor('en') }
  const stripe = url.startsWith(STRIPE)
    ? await loadStripe(publishableKey, options)
    : (await scriptFrom(url))(publishableKey, options)
  if (!stripe) throw new Error('Stripe.js is for browsers')
  return stripe
}

type Constructor = (key: string, options: { locale: 'it' | 'en' }) => Stripe

const readConstructor = (): Constructor | undefined => (window as { Stripe?: Constructor }).Stripe

/** Loads a script that replaces Stripe's, because Stripe's package only loads its own URL. */
function scriptFrom(url: string): Promise<Constructor> {
  const existing = readConstructor()
  if (existing) return Promise.resolve(existing)
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      reject(new Error(`no script of Stripe at ${url}`))
    }
    script.src = url
    script.addEventListener('error', fail)
    script.addEventListener('load', () => {
      const loaded = readConstructor()
      if (loaded) resolve(loaded)
      else fail()
    })
    document.head.append(script)
  })
}

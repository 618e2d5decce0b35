import type { Stripe } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import { type StripeForm, stripeOf } from './stripe-script.ts'

/** A person who waits for longer believes the page broken. */
const PATIENCE_MS = 8000

/** Stripe's script, or that it does not come. One that comes late is taken all the same. */
export function useStripe({ publishableKey, scriptUrl }: Omit<StripeForm, 'by'>) {
  const [stripe, setStripe] = useState<Stripe>()
  const [isUnreachable, setIsUnreachable] = useState(false)

  useEffect(() => {
    let isWanted = true
    const timer = setTimeout(() => setIsUnreachable(true), PATIENCE_MS)
    stripeOf({ by: 'stripe', publishableKey, scriptUrl })
      .then(
        (loaded) => isWanted && setStripe(loaded),
        () => isWanted && setIsUnreachable(true),
      )
      .finally(() => clearTimeout(timer))
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [publishableKey, scriptUrl])

  return { stripe, isUnreachable }
}

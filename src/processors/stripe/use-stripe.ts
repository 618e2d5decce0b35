import type { Stripe } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import type { CardScript } from '#server/features/transactions/payer/card-form.schema.ts'
import { stripeOf } from './stripe-script.ts'

/** A person who waits for longer believes the page broken. */
const PATIENCE_MS = 8000

/** Stripe's script, or that it does not come. One that comes late is taken all the same. */
export function useStripe({ publishableKey, url }: CardScript) {
  const [stripe, setStripe] = useState<Stripe>()
  const [isUnreachable, setIsUnreachable] = useState(false)

  useEffect(() => {
    let isWanted = true
    const timer = setTimeout(() => setIsUnreachable(true), PATIENCE_MS)
    stripeOf({ publishableKey, url })
      .then(
        (loaded) => isWanted && setStripe(loaded),
        () => isWanted && setIsUnreachable(true),
      )
      .finally(() => clearTimeout(timer))
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [publishableKey, url])

  return { stripe, isUnreachable }
}

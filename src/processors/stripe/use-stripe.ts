import type { Stripe } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'
import type { CardScript } from '#server/features/transactions/payer/card-form.schema.ts'
import { stripeOf } from './stripe-script.ts'

/** Wait after which the script counts as unreachable: people take a longer one for a broken page. */
const LOAD_TIMEOUT_MS = 8000

/** Loads Stripe's script, and reports when it does not arrive. A late script is still used. */
export function useStripe({ publishableKey, url }: CardScript) {
  const [stripe, setStripe] = useState<Stripe>()
  const [isUnreachable, setIsUnreachable] = useState(false)

  useEffect(() => {
    let isMounted = true
    const timer = setTimeout(() => setIsUnreachable(true), LOAD_TIMEOUT_MS)
    stripeOf({ publishableKey, url })
      .then(
        (loaded) => isMounted && setStripe(loaded),
        () => isMounted && setIsUnreachable(true),
      )
      .finally(() => clearTimeout(timer))
    return () => {
      isMounted = false
      clearTimeout(timer)
    }
  }, [publishableKey, url])

  return { stripe, isUnreachable }
}

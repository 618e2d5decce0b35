import { Elements } from '@stripe/react-stripe-js'
import { useState } from 'react'
import { CardLoading } from '../card-notices.tsx'
import type { CardFieldsProps } from '../processor.ts'
import { StripeFields } from './card-fields.tsx'
import { Unreachable } from './card-states.tsx'
import { useStripe } from './use-stripe.ts'

/** Card fields that Stripe's script renders in its own frames, so that this page never contains a card number. */
export function StripeCardFields(props: CardFieldsProps) {
  const [attempt, setAttempt] = useState(1)
  return <Attempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

type AttemptProps = CardFieldsProps & { onRetry: () => void }

function Attempt({ form, script, card, onRetry }: AttemptProps) {
  const { stripe, isUnreachable } = useStripe(script)
  if (stripe) {
    return (
      <Elements stripe={stripe}>
        <StripeFields form={form} card={card} />
      </Elements>
    )
  }
  return isUnreachable ? <Unreachable onRetry={onRetry} /> : <CardLoading />
}

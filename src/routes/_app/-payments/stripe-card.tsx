import { Elements } from '@stripe/react-stripe-js'
import { type Ref, useState } from 'react'
import type { Form } from '#client/lib/use-form.ts'
import type { NewTransaction } from '#server/features/transactions/transactions.schema.ts'
import type { CardField, PaymentValues } from './payment-values.ts'
import { StripeFields } from './stripe-fields.tsx'
import type { StripeForm } from './stripe-script.ts'
import { CardLoading, Unreachable } from './stripe-states.tsx'
import { useStripe } from './use-stripe.ts'

export type Token =
  | { token: string }
  /** In Stripe's words, of one of its fields where it is one's fault. */
  | { problem: string | undefined; field: CardField | undefined }

/** The card in Stripe's fields, for the form around them. */
export type StripeCard = {
  /** Stands for what is typed. The same payment once more has the same, so that it stays one payment. */
  tokenOf: (input: NewTransaction) => Promise<Token>
  /** The payment was answered: what is sent next is another. */
  forget: () => void
  clear: () => void
  /** Has the bank ask the holder, and resolves when it has, whatever they said. */
  prove: (clientSecret: string) => Promise<void>
}

export type StripeCardProps = {
  form: Form<PaymentValues>
  cardForm: StripeForm
  card: Ref<StripeCard>
}

/** The card's fields as Stripe's script draws them, in frames of its own, so that no card number is ever in this page. */
export function StripeCardFields(props: StripeCardProps) {
  const [attempt, setAttempt] = useState(1)
  return <Attempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

type AttemptProps = StripeCardProps & { onRetry: () => void }

function Attempt({ form, cardForm, card, onRetry }: AttemptProps) {
  const { stripe, isUnreachable } = useStripe(cardForm)
  if (stripe) {
    return (
      <Elements stripe={stripe}>
        <StripeFields form={form} card={card} />
      </Elements>
    )
  }
  return isUnreachable ? <Unreachable onRetry={onRetry} /> : <CardLoading />
}

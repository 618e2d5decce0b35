import { lazy, type Ref, Suspense } from 'react'
import { ErrorState } from '#client/components/error-state.tsx'
import { admitsStripe } from '#client/lib/stripe-document.ts'
import type { Form } from '#client/lib/use-form.ts'
import { trpc } from '#client/trpc.ts'
import { CardFields } from './card-fields.tsx'
import type { PaymentValues } from './payment-values.ts'
import type { StripeCard } from './stripe-card.tsx'
import { CardLoading, LoadAgain } from './stripe-states.tsx'

// Only for those whose cards go to Stripe.
const StripeCardFields = lazy(async () => ({
  default: (await import('./stripe-card.tsx')).StripeCardFields,
}))

type Props = { form: Form<PaymentValues>; card: Ref<StripeCard> }

/** Where a card is typed, by whoever takes it. */
export function CardSection({ form, card }: Props) {
  const { data: cardForm, error, refetch } = trpc.transactions.cardForm.useQuery()
  const isShown = form.values.paymentMethod === 'card'
  if (cardForm?.by === 'stripe' && admitsStripe()) {
    // Only hidden beside another method: what is typed in Stripe's fields would be gone with them.
    return (
      <div hidden={!isShown}>
        <Suspense fallback={<CardLoading />}>
          <StripeCardFields form={form} cardForm={cardForm} card={card} />
        </Suspense>
      </div>
    )
  }
  if (!isShown) return null
  if (!cardForm && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!cardForm) return <CardLoading />
  return cardForm.by === 'stripe' ? <LoadAgain /> : <CardFields form={form} />
}

import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { type Ref, useImperativeHandle, useRef } from 'react'
import type { CardField } from '#client/features/transactions/payment-values.ts'
import type { PagePayment } from '#server/features/transactions/transactions.schema.ts'
import type { CardToken, TypedCard } from '../processor.ts'

type StoredToken = { payload: string; token: string }

type Parts = {
  card: Ref<TypedCard>
  stripe: Stripe | null
  elements: StripeElements | null
}

const types = ['cardNumber', 'cardExpiry', 'cardCvc'] as const

/** Gives the surrounding form access to the card in Stripe's fields. */
export function useStripeCard({ card, stripe, elements }: Parts) {
  const stored = useRef<StoredToken>(undefined)
  const forget = () => {
    stored.current = undefined
  }
  useImperativeHandle(
    card,
    () => ({
      tokenOf: async (input) => {
        const payload = JSON.stringify(input)
        if (stored.current?.payload === payload) return { token: stored.current.token }
        const result = await tokenOf({ stripe, elements }, input)
        stored.current = 'token' in result ? { payload, token: result.token } : undefined
        return result
      },
      forget: () => {
        stored.current = undefined
      },
      clear: () => {
        stored.current = undefined
        for (const type of types) elements?.getElement(type as 'cardNumber')?.clear()
      },
      prove: async (clientSecret) => {
        // The result is ignored: the server requests the outcome from Stripe.
        await stripe?.handleNextAction({ clientSecret })
      },
    }),
    [stripe, elements],
  )
  return { forget }
}

async function tokenOf(
  { stripe, elements }: Omit<Parts, 'card'>,
  { customerName: name, customerEmail: email }: PagePayment,
): Promise<CardToken> {
  const card = elements?.getElement('cardNumber')
  if (!stripe || !card) return { problem: undefined, field: undefined }
  const { paymentMethod, error } = await stripe.createPaymentMethod({
    type: 'card',
    card,
    billing_details: { name, email },
  })
  if (paymentMethod) return { token: paymentMethod.id }
  return { problem: error.message, field: fieldOf(error.code ?? '') }
}

/** Reads the field from a code such as `incomplete_number`, `invalid_expiry_year_past` or `incorrect_cvc`. */
function fieldOf(code: string): CardField | undefined {
  if (code.includes('_number')) return 'cardNumber'
  if (code.includes('_expiry')) return 'expiry'
  return code.includes('_cvc') ? 'cvc' : undefined
}

import { lazy } from 'react'
import type { PageProcessor } from '../processor.ts'
import { Arrival } from './arrival.tsx'

export const processor: PageProcessor = {
  label: 'Stripe',
  // Loaded only where cards go to Stripe.
  CardFields: lazy(async () => ({ default: (await import('./stripe-card.tsx')).StripeCardFields })),
  Arrival,
}

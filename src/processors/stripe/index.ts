import { lazy } from 'react'
import type { PageProcessor } from '../processor.ts'
import { identity } from './identity.ts'
import { StripeNotificationStatus } from './stripe-notification-status.tsx'
import { stripe as texts } from './texts/en/stripe.ts'

export const processor: PageProcessor = {
  label: identity.label,
  takes: texts.takes,
  // Loaded only where cards go to Stripe.
  CardFields: lazy(async () => ({ default: (await import('./stripe-card.tsx')).StripeCardFields })),
  NotificationStatus: StripeNotificationStatus,
}

import type { PageProcessor } from '../processor.ts'
import { identity } from './identity.ts'
import { PayPalArrival } from './paypal-arrival.tsx'
import { paypal as texts } from './texts/en/paypal.ts'

export const processor: PageProcessor = {
  label: identity.label,
  takes: texts.takes,
  Arrival: PayPalArrival,
}

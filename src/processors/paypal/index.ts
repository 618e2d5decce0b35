import type { PageProcessor } from '../processor.ts'
import { identity } from './identity.ts'
import { PayPalNotificationStatus } from './paypal-notification-status.tsx'
import { paypal as texts } from './texts/en/paypal.ts'

export const processor: PageProcessor = {
  label: identity.label,
  takes: texts.takes,
  NotificationStatus: PayPalNotificationStatus,
}

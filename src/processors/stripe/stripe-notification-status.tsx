import { NotificationStatus } from '#client/processors/account/notification-status.tsx'
import { stripe as texts } from '#client/processors/stripe/texts/en/stripe.ts'
import type { ProcessorAccount } from '#server/features/processor-accounts/processor-accounts.schema.ts'

export const StripeNotificationStatus = ({ account }: { account: ProcessorAccount }) => (
  <NotificationStatus account={account} words={texts.facts} />
)

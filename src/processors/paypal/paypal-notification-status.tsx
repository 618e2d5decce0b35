import { NotificationStatus } from '#client/processors/account/notification-status.tsx'
import { paypal as texts } from '#client/processors/paypal/texts/en/paypal.ts'
import type { ProcessorAccount } from '#server/features/processor-accounts/processor-accounts.schema.ts'

export const PayPalNotificationStatus = ({ account }: { account: ProcessorAccount }) => (
  <NotificationStatus account={account} words={texts.facts} />
)

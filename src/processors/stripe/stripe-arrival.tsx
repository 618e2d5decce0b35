import { Arrival } from '#client/processors/account/arrival.tsx'
import { stripe as texts } from '#client/processors/stripe/texts/en/stripe.ts'
import type { ProcessorAccount } from '#server/features/processor-accounts/processor-accounts.schema.ts'

export const StripeArrival = ({ account }: { account: ProcessorAccount }) => (
  <Arrival account={account} words={texts.facts} />
)

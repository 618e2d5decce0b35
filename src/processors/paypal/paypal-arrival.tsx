import { Arrival } from '#client/processors/account/arrival.tsx'
import { paypal as texts } from '#client/processors/paypal/texts/en/paypal.ts'
import type { ProcessorAccount } from '#server/features/processor-accounts/processor-accounts.schema.ts'

export const PayPalArrival = ({ account }: { account: ProcessorAccount }) => (
  <Arrival account={account} words={texts.facts} />
)

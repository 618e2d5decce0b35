import type { Stripe } from 'stripe'
import type { PayerDetails } from '#server/core/ports/processor.ts'

/**
 * Returns what Stripe knows about the payer of a disputed charge. Expects a dispute with its charge expanded; without
 * it, only the evidence is used.
 */
export function payerDetailsOf({ charge, evidence }: Stripe.Dispute): PayerDetails {
  const { billing_details, shipping, payment_method_details } =
    typeof charge === 'string' ? ({} as Partial<Stripe.Charge>) : charge
  const address = shipping && addressOf(shipping.address)
  return {
    billingAddress: addressOf(billing_details?.address) ?? evidence.billing_address,
    shippingAddress: address
      ? [shipping.name, address].filter(Boolean).join('\n')
      : evidence.shipping_address,
    ipAddress: evidence.customer_purchase_ip,
    shippingCarrier: shipping?.carrier ?? evidence.shipping_carrier,
    trackingNumber: shipping?.tracking_number ?? evidence.shipping_tracking_number,
    authentication: outcomes[payment_method_details?.card?.three_d_secure?.result ?? ''] ?? null,
  }
}

/** Outcomes after which the liability for fraud usually lies with the card's bank. */
const outcomes: Readonly<Record<string, PayerDetails['authentication']>> = {
  authenticated: 'authenticated',
  attempt_acknowledged: 'attempted',
}

function addressOf(address: Stripe.Address | null | undefined): string | null {
  if (!address) return null
  const { line1, line2, postal_code, city, state, country } = address
  const place = [postal_code, city, state].filter(Boolean).join(' ')
  const lines = [line1, line2, place, country].filter(Boolean)
  // Stripe stores the country alone when the payer typed no address.
  return lines.length > 1 ? lines.join('\n') : null
}

import type { LinkGround } from '#client/features/payment-links/link-values.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { useOfferedCurrencies } from '#client/features/session/use-currencies.ts'

/** What the merchant's settings say for the links of a page. */
export function useLinkGround(): LinkGround {
  const { timezone, currency } = useSignedIn().merchant
  return { timezone, currency, offered: useOfferedCurrencies() }
}

import { createContext, useContext } from 'react'
import type { Merchant } from '#server/core/merchant.schema.ts'
import type { CurrentUser } from '#server/shared/current-user.ts'

/** The merchant's fields that pages need: for formatting amounts and dates, and for the allowed actions. */
export type PageMerchant = Pick<
  Merchant,
  'id' | 'businessName' | 'businessAddress' | 'currency' | 'timezone' | 'verificationStatus'
>

/**
 * The person viewing a page. On pages that `Guard` closes to visitors, `user` is set. On pages that need a merchant,
 * `merchant` is a real one.
 */
export type Viewer = {
  user: CurrentUser | undefined
  merchant: PageMerchant
  /** True when the person has a merchant, false when `merchant` is a placeholder. */
  isMember: boolean
  /** The server could not identify the viewer. */
  isUnknown: boolean
}

/** Returns a placeholder merchant with the default currency and the browser's time zone. */
export const noMerchant = (): PageMerchant => ({
  id: '',
  businessName: '',
  businessAddress: null,
  currency: 'USD',
  verificationStatus: 'pending',
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})

export const ViewerContext = createContext<Viewer | undefined>(undefined)

/** Returns the viewer. Throws outside `Guard`, which provides the viewer to its pages. */
export function useSignedIn(): Viewer {
  const viewer = useContext(ViewerContext)
  if (!viewer) throw new Error('useSignedIn is for pages inside Guard')
  return viewer
}

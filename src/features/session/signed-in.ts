import { createContext, useContext } from 'react'
import type { Merchant } from '#server/core/merchant.schema.ts'
import type { CurrentUser } from '#server/shared/current-user.ts'

/** What the pages need to know of a merchant: to write money and days, and to say what it may do. */
export type PageMerchant = Pick<
  Merchant,
  'id' | 'businessName' | 'businessAddress' | 'currency' | 'timezone' | 'verificationStatus'
>

/** Who looks at a page. Behind the guard there is a user, and a merchant where the page needs one. */
export type Viewer = {
  user: CurrentUser | undefined
  merchant: PageMerchant
  /** Whether the merchant is theirs, and not one that stands in for none. */
  isMember: boolean
  /** Whether the server could not say who they are. */
  isUnknown: boolean
}

/** Stands in where there is no merchant yet: the default currency, and the days of the browser. */
export const noMerchant = (): PageMerchant => ({
  id: '',
  businessName: '',
  businessAddress: null,
  currency: 'USD',
  verificationStatus: 'pending',
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})

export const ViewerContext = createContext<Viewer | undefined>(undefined)

/** Who looks at the page inside the shell. */
export function useSignedIn(): Viewer {
  const viewer = useContext(ViewerContext)
  if (!viewer) throw new Error('useSignedIn is for pages inside the shell')
  return viewer
}

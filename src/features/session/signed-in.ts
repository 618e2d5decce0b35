import { createContext, useContext } from 'react'
import type { CurrentUser } from '#server/features/identity/identity.schema.ts'
import type { Merchant } from '#server/features/merchants/merchants.schema.ts'

export type SignedIn = { user: CurrentUser; merchant: Merchant }

export const SignedInContext = createContext<SignedIn | undefined>(undefined)

/** The user and merchant of a page behind the guard. */
export function useSignedIn(): SignedIn {
  const signedIn = useContext(SignedInContext)
  if (!signedIn) throw new Error('useSignedIn is for pages behind the guard')
  return signedIn
}

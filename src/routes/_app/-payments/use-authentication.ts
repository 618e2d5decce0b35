import { useState } from 'react'
import { client, queryClient } from '#client/trpc.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'

/** The bank is authenticating the customer. `leave` stops only the waiting, not the payment. */
export type PendingAuthentication = { url: string | null; leave: () => void }

/** The payment's state afterwards; `url` is where its customer can still authenticate it. */
export type AuthenticationResult = { transaction: Transaction; url: string | null }

type Authenticate = (clientSecret: string) => Promise<void>

/**
 * Returns a function that has the customer authenticate a payment if their bank requires it. Resolves to the
 * payment's state afterwards.
 */
export function useAuthentication() {
  const [waiting, setWaiting] = useState<PendingAuthentication>()

  const run = async (
    payment: Transaction,
    authenticate: Authenticate,
  ): Promise<AuthenticationResult> => {
    const { id } = payment
    // Not a hook, which would cache the client secret with the response.
    const proof = await client.transactions.proof.mutate({ id }).catch(() => undefined)
    const clientSecret = proof?.clientSecret ?? null
    if (!proof || clientSecret === null) return { transaction: payment, url: null }
    const { url } = proof
    const authenticated = authenticate(clientSecret)
      // The server knows the payment's outcome, even if the script failed.
      .catch(() => undefined)
      .then(() => client.transactions.ask.mutate({ id }))
      .catch(() => payment)
      .finally(() => queryClient.invalidateQueries())
    const abandoned = new Promise<Transaction>((resolve) => {
      setWaiting({ url, leave: () => resolve(payment) })
    })
    try {
      return { transaction: await Promise.race([authenticated, abandoned]), url }
    } finally {
      setWaiting(undefined)
    }
  }

  return { run, waiting }
}

import { useState } from 'react'
import { client, queryClient } from '#client/trpc.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'

/** The bank is authenticating the customer. `leave` stops only the waiting, not the payment. */
export type Waiting = { url: string | null; leave: () => void }

/** The payment's state afterwards; `url` is where its customer can still authenticate it. */
export type Proved = { transaction: Transaction; url: string | null }

type Prove = (clientSecret: string) => Promise<void>

/**
 * Returns a function that has the customer authenticate a payment if their bank requires it. Resolves to the
 * payment's state afterwards.
 */
export function useProof() {
  const [waiting, setWaiting] = useState<Waiting>()

  const run = async (made: Transaction, prove: Prove): Promise<Proved> => {
    const { id } = made
    // Not a hook, which would cache the client secret with the response.
    const proof = await client.transactions.proof.mutate({ id }).catch(() => undefined)
    const clientSecret = proof?.clientSecret ?? null
    if (!proof || clientSecret === null) return { transaction: made, url: null }
    const { url } = proof
    const proved = prove(clientSecret)
      // The server knows the payment's outcome, even if the script failed.
      .catch(() => undefined)
      .then(() => client.transactions.ask.mutate({ id }))
      .catch(() => made)
      .finally(() => queryClient.invalidateQueries())
    const left = new Promise<Transaction>((resolve) => {
      setWaiting({ url, leave: () => resolve(made) })
    })
    try {
      return { transaction: await Promise.race([proved, left]), url }
    } finally {
      setWaiting(undefined)
    }
  }

  return { run, waiting }
}

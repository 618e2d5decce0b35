import { useState } from 'react'
import { client, queryClient } from '#client/trpc.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'

/** The bank asks the customer. `leave` ends only the waiting. */
export type Waiting = { url: string | null; leave: () => void }

/** How far the payment is then; `url`: where its customer can still prove it. */
export type Proved = { transaction: Transaction; url: string | null }

type Prove = (clientSecret: string) => Promise<void>

/** Has a payment proved by its customer where their bank asks for that, and answers it as it is then. */
export function useProof() {
  const [waiting, setWaiting] = useState<Waiting>()

  const run = async (made: Transaction, prove: Prove): Promise<Proved> => {
    const { id } = made
    // Not by a hook: the secret would be kept with its answer.
    const proof = await client.transactions.proof.mutate({ id }).catch(() => undefined)
    const clientSecret = proof?.clientSecret ?? null
    if (!proof || clientSecret === null) return { transaction: made, url: null }
    const { url } = proof
    const proved = prove(clientSecret)
      // Whatever the script came to, the server knows what became of the payment.
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

import type { PaymentConsequence } from '#server/core/ports/payment-consequence.ts'
import { toIso } from '#server/shared/day.ts'
import { putOpenFacts } from './sandbox-facts.queries.ts'

/** Returns the dispute's id from that of a fact, which names the change too. */
export const disputeIdOf = (objectId: string): string => objectId.split(' ')[0] ?? objectId

/** Has the sandbox's balance take in a dispute that has changed. No two changes share a row, so none waits or is lost. */
export const sandboxDisputeConsequence: PaymentConsequence = {
  name: 'sandbox balance',
  onDispute: async ({ db, now, newId }, { row: { merchantId, id, processor } }) => {
    if (processor !== 'sandbox') return
    const objectId = `${id} ${newId('chg')}`
    const fact = { merchantId, kind: 'dispute' as const, objectId, checkAt: toIso(now()) }
    await putOpenFacts(db, [{ ...fact, checkCount: 0 }])
  },
}

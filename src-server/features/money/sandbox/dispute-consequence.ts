import type { PaymentConsequence } from '#server/core/ports/payment-consequence.ts'
import { toIso } from '#server/shared/day.ts'
import { putOpenItems } from './sandbox-items.queries.ts'

/**
 * Returns the dispute's id from the id of an open item, which has the form `<id of the dispute> <id of the change>`.
 */
export const disputeIdOf = (objectId: string): string => objectId.split(' ')[0] ?? objectId

/**
 * Queues a dispute's change for the sandbox's balance. Each change has a row of its own, so concurrent changes neither
 * wait for nor overwrite each other.
 */
export const sandboxDisputeConsequence: PaymentConsequence = {
  name: 'sandbox balance',
  onDispute: async ({ db, now, newId }, { row: { merchantId, id, processor } }) => {
    if (processor !== 'sandbox') return
    const objectId = `${id} ${newId('chg')}`
    const item = { merchantId, kind: 'dispute' as const, objectId, checkAt: toIso(now()) }
    await putOpenItems(db, [{ ...item, checkCount: 0 }])
  },
}

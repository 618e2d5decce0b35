import type { World } from '#server/core/context.ts'
import type { ReportedEntry } from '#server/core/ports/money-access.ts'
import { toIso } from '#server/shared/day.ts'
import type { BalanceAccount } from '../balance.queries.ts'
import type { EntryDraft } from '../entry-draft.rules.ts'
import {
  findChargedPayments,
  findDisputesByRef,
  findImportedPayments,
  findOwnPayments,
  findOwnRefunds,
  findPayoutsByRef,
} from './link-entries.queries.ts'

/** Connects reported entries with our payments, refunds, disputes and payouts, where there are any. */
export async function linkEntries(
  world: Pick<World, 'db' | 'dialect'>,
  { merchantId, processor }: BalanceAccount,
  reported: readonly ReportedEntry[],
): Promise<EntryDraft[]> {
  const idsOf = (read: (entry: ReportedEntry) => string | null) => ({
    merchantId,
    ids: reported.map(read).filter((id) => id !== null),
  })
  const sources = idsOf(({ sourceRef }) => sourceRef)
  const ownPayments = await findOwnPayments(
    world,
    idsOf(({ ownPaymentId }) => ownPaymentId),
  )
  const payments = new Set(ownPayments.map(({ id }) => id))
  const imported = new Map(
    (
      await findImportedPayments(
        world,
        idsOf(({ paymentRef }) => paymentRef),
      )
    ).map(({ ref, transactionId }) => [ref, transactionId]),
  )
  const ownRefunds = await findOwnRefunds(
    world,
    idsOf(({ ownRefundId }) => ownRefundId),
  )
  const refunds = new Map(ownRefunds.map(({ id, transactionId }) => [id, transactionId]))
  const disputes = new Map((await findDisputesByRef(world, sources)).map((row) => [row.ref, row]))
  const payouts = new Map(
    (await findPayoutsByRef(world, { ...sources, processor })).map(({ ref, id }) => [ref, id]),
  )
  const charged = await findChargedPayments(
    world,
    idsOf(({ chargeRef }) => chargeRef),
  )
  const ownPaymentOf = ({ ownPaymentId: id }: ReportedEntry) =>
    id !== null && payments.has(id) ? id : undefined
  // A charge and its refund may be in the same page, before the charge is stored.
  for (const entry of reported) {
    const id = ownPaymentOf(entry)
    if (entry.sourceRef !== null && id !== undefined) charged.set(entry.sourceRef, id)
  }
  return reported.map((entry) => {
    const { ownRefundId, paymentRef, chargeRef, sourceRef, type } = entry
    const dispute = disputes.get(sourceRef ?? '')
    return {
      ...draftOf(entry),
      transactionId:
        ownPaymentOf(entry) ??
        dispute?.transactionId ??
        imported.get(paymentRef ?? '') ??
        charged.get(chargeRef ?? '') ??
        refunds.get(ownRefundId ?? '') ??
        null,
      refundId: ownRefundId !== null && refunds.has(ownRefundId) ? ownRefundId : null,
      disputeId: dispute?.id ?? null,
      payoutId: type === 'payout' ? (payouts.get(sourceRef ?? '') ?? null) : null,
    }
  })
}

const draftOf = ({
  original,
  createdAtMs,
  availableAtMs,
  paymentRef: _,
  chargeRef: __,
  ownPaymentId: ___,
  ownRefundId: ____,
  ...entry
}: ReportedEntry): EntryDraft => ({
  ...entry,
  originalAmount: original?.amount ?? null,
  originalCurrency: original?.currency ?? null,
  createdAt: toIso(createdAtMs),
  availableAt: toIso(availableAtMs),
})

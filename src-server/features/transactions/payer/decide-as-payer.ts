import type { TransactionRow } from '#db/tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import { findMerchant } from '#server/features/merchants/merchants.queries.ts'
import { readPayerToken } from '#server/services/processors/sandbox/payer-page.ts'
import { recordPayerDecision } from '#server/services/processors/sandbox/sandbox-payer.ts'
import { createSandboxStore } from '#server/services/processors/sandbox/sandbox-store.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { atProcessor, requestedActionOf, stageOf } from '../payment-stages.rules.ts'
import { fetchProgress, LEASE_MS, settle } from '../settle/settle-due.ts'
import {
  changeOpenTransaction,
  findTransaction,
  findTransactionToChange,
} from '../transactions.queries.ts'

/** A sandbox payment as its payer sees it. */
export type PayerView = { payment: TransactionRow; merchantName: string }

export const isWaitingForPayer = ({ payment }: PayerView): boolean =>
  payment.status === 'pending' && stageOf(payment) === 'requires_action'

/** Returns a sandbox payment; undefined for an invalid token, another processor or a suspended merchant. */
export async function findForPayer(world: World, token: string): Promise<PayerView | undefined> {
  const tokenData = readPayerToken(world.secretBox, token)
  if (!tokenData) return undefined
  const { merchantId, id } = tokenData
  const merchant = await findMerchant(world.db, { merchantId })
  if (!merchant || merchant.verificationStatus === 'suspended') return undefined
  const payment = await findTransaction(world.db, { merchantId, key: id })
  if (payment?.processor !== 'sandbox') return undefined
  return { payment, merchantName: merchant.businessName }
}

/**
 * Records the payer's decision in the sandbox; the first decision wins. The payment becomes due at once, with a lease
 * for this process. If the process dies before it records the outcome, `settleDue` does so when the lease has expired.
 */
export async function recordDecision(
  world: World,
  payment: TransactionRow,
  kind: 'approve' | 'decline',
): Promise<void> {
  const nowMs = world.now()
  const sandboxPayment = atProcessor(payment)
  const { readProgress } = world.processors.named(payment.processor)
  const mayTakeMoney = async () => false
  const before = await readProgress(sandboxPayment, nowMs, mayTakeMoney)
  if (before.stage !== 'requires_action') return
  await inTransaction(world, async ({ db, dialect }) => {
    const row = await findTransactionToChange(db, dialect, payment)
    // The payer has seen another amount than the one that they would pay.
    if (row?.amount !== payment.amount || requestedActionOf(row)?.kind === 'amount') return
    await changeOpenTransaction(db, payment, {
      nextCheckAt: toIso(nowMs),
      leasedUntil: toIso(nowMs + LEASE_MS),
    })
    await recordPayerDecision(createSandboxStore(db), sandboxPayment, { kind, atMs: nowMs })
  })
}

/**
 * Records the payer's decision and the sandbox's outcome, as the job does. A second or late decision, or a decision
 * about a cancelled payment or another amount, changes nothing. Returns whether the payment exists.
 */
export async function decideAsPayer(
  world: World,
  token: string,
  { kind, amount }: { kind: 'approve' | 'decline'; amount: number | null },
): Promise<boolean> {
  const view = await findForPayer(world, token)
  if (!view) return false
  // The caller shows the page again, with the new amount, when the amount was changed after the payer opened it.
  if (!isWaitingForPayer(view) || (amount ?? view.payment.amount) !== view.payment.amount)
    return true
  const { payment } = view
  await recordDecision(world, payment, kind)
  await settle(world, payment, await fetchProgress(world, payment))
  return true
}

import type { TransactionRow } from '#db/tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import { findMerchant } from '#server/features/merchants/merchants.queries.ts'
import { readPayerToken } from '#server/services/processors/sandbox/payer-page.ts'
import { sandboxBook } from '#server/services/processors/sandbox/sandbox-book.queries.ts'
import { decidePayer } from '#server/services/processors/sandbox/sandbox-payer.ts'
import { toIso } from '#server/shared/day.ts'
import { atProcessor, stageOf } from '../payment-stages.rules.ts'
import { asked, LEASE_MS, settle } from '../settle/settle-due.ts'
import { changeOpenTransaction, findTransaction } from '../transactions.queries.ts'

/** A payment of the sandbox as its payer sees it. */
export type PayerView = { payment: TransactionRow; merchantName: string }

export const waitsForPayer = ({ payment }: PayerView): boolean =>
  payment.status === 'pending' && stageOf(payment) === 'requires_action'

/** Undefined where there is nothing to be seen: no such token, another processor, a merchant who is suspended. */
export async function findForPayer(world: World, token: string): Promise<PayerView | undefined> {
  const named = readPayerToken(world.secretBox, token)
  if (!named) return undefined
  const { merchantId, id } = named
  const merchant = await findMerchant(world.db, { merchantId })
  if (!merchant || merchant.verificationStatus === 'suspended') return undefined
  const payment = await findTransaction(world.db, { merchantId, key: id })
  if (payment?.processor !== 'sandbox') return undefined
  return { payment, merchantName: merchant.businessName }
}

/**
 * Notes at the sandbox what the payer has decided; the first decision stands. The payment is due from then on, so that
 * a crash before the outcome is recorded is found by the job.
 */
export async function noteDecision(
  world: World,
  payment: TransactionRow,
  kind: 'approve' | 'decline',
): Promise<void> {
  const nowMs = world.now()
  const told = atProcessor(payment)
  const before = await world.processors.named(payment.processor).ask(told, nowMs)
  if (before.stage !== 'requires_action') return
  await inTransaction(world, ({ db }) =>
    changeOpenTransaction(db, payment, {
      nextCheckAt: toIso(nowMs),
      leasedUntil: toIso(nowMs + LEASE_MS),
    }),
  )
  await decidePayer(sandboxBook(world.db), told, { kind, atMs: nowMs })
}

/**
 * Has the payer decide, and records what the sandbox says then, as the job would. Whoever decides second, late, or
 * about a payment that was cancelled meanwhile changes nothing. Answers whether there is a payment.
 */
export async function decideAsPayer(
  world: World,
  token: string,
  kind: 'approve' | 'decline',
): Promise<boolean> {
  const view = await findForPayer(world, token)
  if (!view) return false
  if (!waitsForPayer(view)) return true
  const { payment } = view
  await noteDecision(world, payment, kind)
  await settle(world, payment, await asked(world, payment))
  return true
}

import type { DisputeRow } from '#db/tables/dispute-tables.ts'
import type { Db, TransactionRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import { runSerially } from '#server/core/work/run-serially.ts'
import { audit } from '#server/services/audit/audit.ts'
import { toIso } from '#server/shared/day.ts'
import { getDisputeRow } from '../dispute-detail.ts'
import { updateDispute } from '../disputes.queries.ts'
import { canAccept } from '../disputes.rules.ts'
import type { DisputeAcceptance } from '../disputes.schema.ts'
import { findDraft, listFiles } from '../evidence/evidence.queries.ts'
import { evidenceOf, hasText } from '../evidence/evidence.rules.ts'
import { type AcceptanceRule, findDisputeSettings } from './dispute-settings.queries.ts'
import { freezeResponse } from './freeze-response.ts'
import { assertMayRespond, lockDispute, type ResponderCtx } from './lock-dispute.ts'

const HOUR_MS = 3_600_000

type Dispute = Pick<DisputeRow, 'merchantId' | 'amount' | 'currency'>

const isCovered = (rule: AcceptanceRule | null, { amount, currency }: Dispute): boolean =>
  rule !== null && currency === rule.currency && amount <= rule.upTo

/**
 * Returns when the owner's rule accepts a new dispute; null when it does not. The rule's hours begin now, so members
 * have all of them, however late the processor reported the dispute. The rule does not apply when they end after the
 * bank's deadline.
 */
export async function planAcceptance(
  { db, now }: Pick<World, 'db' | 'now'>,
  row: DisputeRow,
  { paymentMethod }: Pick<TransactionRow, 'paymentMethod'>,
): Promise<string | null> {
  if (paymentMethod !== 'card' || !canAccept(row) || row.evidenceDueAt === null) return null
  const { acceptance } = await findDisputeSettings(db, row)
  if (acceptance === null || !isCovered(acceptance, row)) return null
  const at = toIso(now() + acceptance.afterHours * HOUR_MS)
  return at < row.evidenceDueAt ? at : null
}

/** Returns the time of the planned acceptance; null without a plan. Evidence that a member has begun ends the plan. */
async function findPlannedTime(db: Db, row: DisputeRow): Promise<string | null> {
  const { merchantId, id: disputeId, answer, nextCheckAt } = row
  if (answer !== null || nextCheckAt === null || !canAccept(row)) return null
  if (!isCovered((await findDisputeSettings(db, { merchantId })).acceptance, row)) return null
  const draft = await findDraft(db, { merchantId, disputeId })
  const files = await listFiles(db, { merchantId, disputeId })
  return files.length > 0 || hasText(evidenceOf(draft, files)) ? null : nextCheckAt
}

/**
 * Freezes the acceptance (see `freezeResponse`) of a dispute whose planned time has come, with the author
 * `system:rule`. When the plan does not apply any more, ends it and returns undefined.
 */
export const freezeByRule = (
  world: World,
  { merchantId, id }: DisputeRow,
): Promise<DisputeRow | undefined> =>
  runSerially(`dispute ${merchantId} ${id}`, () =>
    inTransaction(world, async (inner) => {
      const { row } = await lockDispute(inner, { merchantId, id })
      const at = await findPlannedTime(inner.db, row)
      if (at !== null && at <= toIso(inner.now())) {
        const actor = { type: 'system', job: 'rule' } as const
        return freezeResponse({ ...inner, actor, address: null, requestId: id }, row, 'accept')
      }
      // When a person has responded meanwhile, `nextCheckAt` belongs to that response.
      if (row.answer === null) await endPlan(inner, row)
      return undefined
    }),
  )

const endPlan = ({ db }: Pick<World, 'db'>, row: DisputeRow) =>
  updateDispute(db, row, { nextCheckAt: null, leasedUntil: null })

/** Returns when the rule accepts a dispute, for its page. */
export async function readAcceptance(
  ctx: ResponderCtx,
  { id }: { id: string },
): Promise<DisputeAcceptance> {
  return { acceptsAt: await findPlannedTime(ctx.db, await getDisputeRow(ctx, id)) }
}

/** Ends the plan to accept a dispute by the rule. Changes nothing when there is none. */
export const stopAcceptance = (ctx: ResponderCtx, { id }: { id: string }): Promise<void> =>
  inTransaction(ctx, async (inner) => {
    const merchantId = ctx.merchant.id
    const { row } = await lockDispute(inner, { merchantId, id })
    await assertMayRespond(inner)
    if (row.answer !== null || row.acceptedAt !== null) {
      throw new AppError(
        'conflict',
        'This dispute was accepted already, or its evidence was sent.',
        {
          reason: 'dispute_not_answerable',
        },
      )
    }
    if (row.nextCheckAt === null) return
    await endPlan(inner, row)
    await audit(inner, { merchantId, action: 'dispute.acceptance_stopped', objectId: row.id })
    inner.publishChange({ merchantId, type: 'dispute', action: 'changed', objectId: row.id })
  })

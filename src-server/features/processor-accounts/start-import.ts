import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type MerchantCtx } from '#server/core/context.ts'
import { audit } from '#server/services/audit/audit.ts'
import {
  findProcessorAccount,
  updateProcessorAccount,
} from '#server/services/processors/processor-accounts.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { lockMerchantRow } from '../merchants/merchants.queries.ts'
import { assertPermissions } from './key-checks.ts'
import { noAccount, requireOpenAccount } from './open-account.ts'
import { accountOf } from './processor-accounts.rules.ts'
import type { ProcessorAccount, ProcessorAccountId } from './processor-accounts.schema.ts'

const HISTORY_MS = 90 * 24 * 60 * 60_000

/**
 * Starts the import of earlier payments, which a job does page by page. A second start changes nothing while the import
 * runs; afterwards it imports what is still missing.
 */
export async function startImport(
  ctx: MerchantCtx,
  { id }: ProcessorAccountId,
): Promise<ProcessorAccount> {
  const accountKey = { merchantId: ctx.merchant.id, id }
  const { account, processor, secretKey } = await requireOpenAccount(ctx, accountKey)
  if (account.importState === 'running') return accountOf(account)
  // Missing permissions are reported here, in the processor's words: the job has no caller to report them to.
  const { accounts } = processor
  if (!accounts.payments) {
    throw new AppError('conflict', `${processor.label} lists no earlier payments to bring in.`)
  }
  assertPermissions(processor, await accounts.tryPermissions(secretKey, accounts.neededForHistory))
  return inTransaction(ctx, async (inner) => {
    const { db, dialect } = inner
    const { merchantId } = accountKey
    await lockMerchantRow(db, { merchantId, dialect, hold: 'team' })
    const before = await findProcessorAccount(db, accountKey)
    if (!before || before.closedAt !== null) throw noAccount()
    if (before.importState === 'running') return accountOf(before)
    const [since, until] = [toIso(ctx.now() - HISTORY_MS), toIso(ctx.now())]
    const after = await updateProcessorAccount(db, accountKey, {
      importState: 'running',
      importSince: since,
      importUntil: until,
      importCursor: null,
      importDueAt: until,
      importLeasedUntil: null,
      importFailures: 0,
    })
    if (!after) throw noAccount()
    await audit(inner, {
      merchantId,
      action: 'processor.import_started',
      objectId: id,
      after: { since, until },
    })
    inner.publishChange({ merchantId, type: 'merchant', action: 'changed', objectId: merchantId })
    return accountOf(after)
  })
}

import type { Selectable } from 'kysely'
import type { ProcessorAccountRow } from '#db/tables/refund-tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import type {
  ImportContext,
  ListedPayment,
  PastPayment,
  SkipReason,
} from '#server/core/ports/account-access.ts'
import { type LeasedQueue, workQueue } from '#server/core/queues/leased-queue.ts'
import { lockMerchantById } from '#server/features/merchants/lock-merchant.ts'
import { accessOf } from '#server/features/processor-accounts/open-account.ts'
import {
  advanceImport,
  postponeImport,
} from '#server/features/processor-accounts/processor-imports.queries.ts'
import { openSecret } from '#server/services/processors/account-secrets.ts'
import { updateProcessorAccount } from '#server/services/processors/processor-accounts.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { findPaymentIds } from './imported-payments.queries.ts'
import { storeImported } from './store-imported.ts'

type Account = Selectable<ProcessorAccountRow>

/** Longer than a page takes, so an expired lease means that its process has died. */
const LEASE_MS = 60_000
/** Pages per lease. After them the account yields to other accounts. */
const MAX_PAGES = 10
const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 60 * 60_000

/** Processor accounts whose earlier payments are to be imported. */
export const importingAccounts: LeasedQueue<Account> = {
  table: 'processorAccounts',
  due: 'importDueAt',
  lease: 'importLeasedUntil',
  concurrencyKey: ['id'],
  perKey: 1,
  leaseMs: LEASE_MS,
  work: importPages,
  failed: ({ log }, { id }, error) =>
    log.error({ err: error, account: id }, 'an import could not be put off'),
}

/**
 * Imports the payments made at a processor before it was connected, for each account whose owner requested it. The
 * database stores the progress, so a restart continues from there. Returns the number of leases that were worked on.
 */
export const importPayments = (world: World, signal?: AbortSignal): Promise<number> =>
  workQueue(world, importingAccounts, signal)

async function importPages(world: World, first: Account, signal?: AbortSignal): Promise<void> {
  const isStopped = () => signal?.aborted === true
  let account = first
  try {
    for (let page = 0; page < MAX_PAGES && !isStopped(); page++) {
      const updated = await storePage(world, account, await nextPage(world, account))
      // The import is done, was stopped, or was continued by another process.
      if (updated?.importState !== 'running') return
      account = updated
    }
    await postponeImport(world.db, account, { importDueAt: toIso(world.now()) })
  } catch (error) {
    const { id } = account
    world.log.warn({ err: error, account: id }, 'earlier payments could not be brought in')
    await postpone(world, account)
  }
}

function nextPage(world: World, account: Account) {
  const { importSince, importUntil, importCursor } = account
  if (importSince === null || importUntil === null) throw new Error('an import has no time')
  const span = { since: importSince, until: importUntil }
  const secretKey = openSecret(world.secretBox, account, 'secretKey')
  const { payments } = accessOf(world, account)
  if (!payments) throw new Error('the processor lists no payments')
  return payments(secretKey, span, importCursor)
}

type Page = { payments: readonly ListedPayment[]; isMore: boolean }

/**
 * Stores the payments of a page together with the cursor that the page reaches, so that a crash loses and duplicates
 * nothing. Returns the updated account; undefined when the import was stopped or continued by another process.
 */
async function storePage(
  world: World,
  account: Account,
  { payments: listed, isMore }: Page,
): Promise<Account | undefined> {
  const { merchantId, id: accountId } = account
  const ownIds = listed.map(({ ownIdOf }) => ownIdOf(merchantId)).filter((id) => id !== null)
  // Payments that were made through Incasso are stored already.
  const own = await findPaymentIds(world.db, { merchantId, ids: ownIds })
  const { payments, leftOut } = splitPayments(listed, { merchantId, own, nowMs: world.now() })
  const stored = await inTransaction(world, async (inner) => {
    const merchant = await lockMerchantById(inner, { merchantId })
    const updated = await advanceImport(inner.db, account, {
      importCursor: listed.at(-1)?.ref ?? account.importCursor,
      importState: isMore ? 'running' : 'done',
      importDueAt: isMore ? account.importDueAt : null,
      importLeasedUntil: isMore ? toIso(world.now() + LEASE_MS) : null,
    })
    if (!updated) return undefined
    const count = await storeImported(inner, { merchant, account }, payments)
    inner.publishChange({ merchantId, type: 'merchant', action: 'changed', objectId: merchantId })
    const importCount = updated.importCount + count
    return { count, row: await updateProcessorAccount(inner.db, account, { importCount }) }
  })
  if (stored) {
    const { count } = stored
    world.log.info({ account: accountId, count, leftOut }, 'earlier payments were brought in')
  }
  return stored?.row
}

/** Returns the payments of a page that are to be stored, and the number of omitted payments by reason. */
function splitPayments(listed: readonly ListedPayment[], context: ImportContext) {
  const payments: PastPayment[] = []
  const leftOut: Partial<Record<SkipReason, number>> = {}
  for (const { imported } of listed) {
    const past = imported(context)
    if (typeof past === 'string') leftOut[past] = (leftOut[past] ?? 0) + 1
    else payments.push(past)
  }
  return { payments, leftOut }
}

/** Retries with backoff, after the processor did not respond or the API key lacked a permission. */
function postpone(world: World, account: Account) {
  const importFailures = account.importFailures + 1
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(importFailures - 1, 10), LONGEST_PAUSE_MS)
  const importDueAt = toIso(world.now() + pauseMs)
  return postponeImport(world.db, account, { importFailures, importDueAt })
}

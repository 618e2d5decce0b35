import type { LedgerAccountRow, LedgerBalanceRow } from '#db/tables/balance-tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import {
  addToLedgerBalances,
  findNewestGeneration,
  insertLedgerAccounts,
  insertPostings,
  insertTransfers,
  type LedgerOwner,
  listEntriesOfGenerations,
  listLedgerAccounts,
  lockLedger,
  markPosted,
  setGeneration,
} from './ledger.queries.ts'
import { type AccountName, type Posting, postingsOf } from './postings.rules.ts'

type LedgerWorld = Pick<
  World,
  'db' | 'dialect' | 'newId' | 'log' | 'publishChange' | 'wakeMailWorker'
>
type OwnerKey = Pick<LedgerOwner, 'merchantId' | 'id'>
type Entry = Awaited<ReturnType<typeof listEntriesOfGenerations>>[number]

/** Maximum number of entries that one transaction posts. */
const ENTRIES_PER_BATCH = 200

/** Posts the next entries that the ledger does not have yet. Returns whether there may be more. */
export const postEntries = (world: LedgerWorld, key: OwnerKey): Promise<boolean> =>
  inTransaction(world, async (inner) => {
    const owner = await lockLedger(inner, key)
    const entries = await listEntriesOfGenerations(inner.db, owner, {
      from: 0,
      to: 0,
      limit: ENTRIES_PER_BATCH,
    })
    await storePostings(inner, owner, { entries, generation: owner.ledgerGeneration })
    return entries.length === ENTRIES_PER_BATCH
  })

/**
 * Rebuilds the ledger of a balance account from its entries, as a new generation that becomes the current one at the
 * end. The rows of earlier generations stay, because rows are never changed. Short transactions let the job and the
 * server work meanwhile.
 */
export async function rebuildLedger(
  world: LedgerWorld,
  key: OwnerKey,
  { pauseBetween }: { pauseBetween: () => Promise<unknown> },
): Promise<void> {
  while (await postEntries(world, key)) await pauseBetween()
  const owner = await inTransaction(world, (inner) => lockLedger(inner, key))
  const newest = await findNewestGeneration(world.db, key)
  // An interrupted rebuild may have left rows of a higher generation, which may be out of date.
  const generation = Math.max(newest, owner.ledgerGeneration) + 1
  while (!(await rebuildNextBatch(world, key, generation))) await pauseBetween()
}

/**
 * Posts the next entries in the new generation, and makes it the current one after the last entry. Returns true when
 * the new generation is the current one.
 */
const rebuildNextBatch = (
  world: LedgerWorld,
  key: OwnerKey,
  generation: number,
): Promise<boolean> =>
  inTransaction(world, async (inner) => {
    const owner = await lockLedger(inner, key)
    const batch = { to: generation - 1, limit: ENTRIES_PER_BATCH }
    const posted = await listEntriesOfGenerations(inner.db, owner, { ...batch, from: 1 })
    if (posted.length > 0) {
      await storePostings(inner, owner, { entries: posted, generation })
      return false
    }
    // The job posts entries that arrived meanwhile, in the generation that is then current.
    await setGeneration(inner.db, owner, generation)
    return true
  })

async function storePostings(
  world: LedgerWorld,
  { merchantId, id: balanceAccountId }: OwnerKey,
  { entries, generation }: { entries: readonly Entry[]; generation: number },
): Promise<void> {
  if (entries.length === 0) return
  const postings = entries.flatMap((entry) =>
    postingsOf(entry).map((posting, at) => ({ ...posting, entryId: entry.id, sequence: at + 1 })),
  )
  const idOf = await findOrAddAccounts(world, { merchantId, id: balanceAccountId }, postings)
  const common = { merchantId, generation }
  await insertTransfers(
    world.db,
    entries.map(({ id, type, createdAt }) => ({
      ...common,
      entryId: id,
      balanceAccountId,
      type,
      at: createdAt,
    })),
  )
  await insertPostings(
    world.db,
    postings.map(({ entryId, sequence, debit, credit, currency, amount }) => ({
      ...common,
      entryId,
      sequence,
      debitId: idOf(debit),
      creditId: idOf(credit),
      currency,
      amount,
    })),
  )
  await addToLedgerBalances(world.db, sumsOf(postings, { ...common, idOf }))
  const ids = entries.map(({ id }) => id)
  await markPosted(world, { merchantId, ids, generation })
}

const nameOf = ({ kind, currency }: AccountName): string => `${kind} ${currency}`

/** Returns a function that finds the id of a ledger account; missing accounts are added. */
async function findOrAddAccounts(
  { db, newId }: LedgerWorld,
  key: OwnerKey,
  postings: readonly Posting[],
): Promise<(name: AccountName) => string> {
  const ids = new Map<string, string>()
  for (const row of await listLedgerAccounts(db, key)) ids.set(nameOf(row), row.id)
  const added: LedgerAccountRow[] = []
  for (const name of postings.flatMap(({ debit, credit }) => [debit, credit])) {
    if (ids.has(nameOf(name))) continue
    const id = newId('lac')
    ids.set(nameOf(name), id)
    added.push({ merchantId: key.merchantId, id, balanceAccountId: key.id, ...name })
  }
  await insertLedgerAccounts(db, added)
  return (name) => {
    const id = ids.get(nameOf(name))
    if (id === undefined) throw new Error(`the ledger has no account ${nameOf(name)}`)
    return id
  }
}

/** Sums postings by ledger account, in the order of the accounts' ids. */
function sumsOf(
  postings: readonly Posting[],
  {
    merchantId,
    generation,
    idOf,
  }: { merchantId: string; generation: number; idOf: (name: AccountName) => string },
): LedgerBalanceRow[] {
  const sums = new Map<string, LedgerBalanceRow>()
  const add = (name: AccountName, { debits, credits }: { debits: number; credits: number }) => {
    const ledgerAccountId = idOf(name)
    const before = sums.get(ledgerAccountId)
    sums.set(ledgerAccountId, {
      merchantId,
      generation,
      ledgerAccountId,
      debits: (before?.debits ?? 0) + debits,
      credits: (before?.credits ?? 0) + credits,
    })
  }
  for (const { debit, credit, amount } of postings) {
    add(debit, { debits: amount, credits: 0 })
    add(credit, { debits: 0, credits: amount })
  }
  return [...sums.values()].toSorted((one, other) =>
    one.ledgerAccountId < other.ledgerAccountId ? -1 : 1,
  )
}

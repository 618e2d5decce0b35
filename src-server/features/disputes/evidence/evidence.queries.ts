import type { DisputeDraftRow, DisputeFileRow } from '#db/tables/dispute-tables.ts'
import type { Db } from '#db/tables.ts'

type OfDispute = { merchantId: string; disputeId: string }

export const findDraft = (
  db: Db,
  { merchantId, disputeId }: OfDispute,
): Promise<DisputeDraftRow | undefined> =>
  db
    .selectFrom('disputeDrafts')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('disputeId', '=', disputeId)
    .executeTakeFirst()

export const saveDraftRow = (db: Db, { merchantId, disputeId, ...change }: DisputeDraftRow) =>
  db
    .insertInto('disputeDrafts')
    .values({ merchantId, disputeId, ...change })
    .onConflict((conflict) => conflict.columns(['merchantId', 'disputeId']).doUpdateSet(change))
    .execute()

/** A file without its bytes, which few callers need. */
export type EvidenceFileInfo = Omit<DisputeFileRow, 'content'>

const infoColumns = [
  'merchantId',
  'disputeId',
  'slot',
  'name',
  'type',
  'size',
  'sha256',
  'uploadedAt',
  'uploadedBy',
  'version',
  'processorRef',
] as const satisfies readonly (keyof EvidenceFileInfo)[]

export const listFiles = (
  db: Db,
  { merchantId, disputeId }: OfDispute,
): Promise<EvidenceFileInfo[]> =>
  db
    .selectFrom('disputeFiles')
    .select(infoColumns)
    .where('merchantId', '=', merchantId)
    .where('disputeId', '=', disputeId)
    .orderBy('slot')
    .execute()

export const listWholeFiles = (
  db: Db,
  { merchantId, disputeId }: OfDispute,
): Promise<DisputeFileRow[]> =>
  db
    .selectFrom('disputeFiles')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('disputeId', '=', disputeId)
    .orderBy('slot')
    .execute()

type OfSlot = OfDispute & { slot: string }

export const findWholeFile = (
  db: Db,
  { merchantId, disputeId, slot }: OfSlot,
): Promise<DisputeFileRow | undefined> =>
  db
    .selectFrom('disputeFiles')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('disputeId', '=', disputeId)
    .where('slot', '=', slot)
    .executeTakeFirst()

/** Stores the file of a slot, instead of the former file. */
export function putFileRow(db: Db, row: DisputeFileRow) {
  const { merchantId: _, disputeId: __, slot: ___, ...change } = row
  return db
    .insertInto('disputeFiles')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['merchantId', 'disputeId', 'slot']).doUpdateSet(change),
    )
    .execute()
}

export const deleteFileRow = (db: Db, { merchantId, disputeId, slot }: OfSlot) =>
  db
    .deleteFrom('disputeFiles')
    .where('merchantId', '=', merchantId)
    .where('disputeId', '=', disputeId)
    .where('slot', '=', slot)
    .execute()

/** Stores the processor's id of a file, if the slot still has the same version of it. */
export const saveProcessorRef = (
  db: Db,
  { merchantId, disputeId, slot }: OfSlot,
  { version, processorRef }: Pick<DisputeFileRow, 'version' | 'processorRef'>,
) =>
  db
    .updateTable('disputeFiles')
    .set({ processorRef })
    .where('merchantId', '=', merchantId)
    .where('disputeId', '=', disputeId)
    .where('slot', '=', slot)
    .where('version', '=', version)
    .execute()

/** Lists disputes that ended before an instant and still have files or texts. */
export const listOldEvidence = (
  db: Db,
  { closedBefore, limit }: { closedBefore: string; limit: number },
): Promise<{ merchantId: string; id: string }[]> =>
  db
    .selectFrom('disputes')
    .select(['disputes.merchantId', 'disputes.id'])
    .where('closedAt', '<', closedBefore)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('disputeFiles')
            .select('slot')
            .whereRef('disputeFiles.merchantId', '=', 'disputes.merchantId')
            .whereRef('disputeFiles.disputeId', '=', 'disputes.id'),
        ),
        eb.exists(
          eb
            .selectFrom('disputeDrafts')
            .select('version')
            .whereRef('disputeDrafts.merchantId', '=', 'disputes.merchantId')
            .whereRef('disputeDrafts.disputeId', '=', 'disputes.id')
            .where('fields', '!=', '{}'),
        ),
      ]),
    )
    .limit(limit)
    .execute()

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
export type FileFacts = Omit<DisputeFileRow, 'content'>

const factColumns = [
  'merchantId',
  'disputeId',
  'slot',
  'name',
  'type',
  'size',
  'sha256',
  'uploadedAt',
  'uploadedBy',
] as const satisfies readonly (keyof FileFacts)[]

export const listFiles = (db: Db, { merchantId, disputeId }: OfDispute): Promise<FileFacts[]> =>
  db
    .selectFrom('disputeFiles')
    .select(factColumns)
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

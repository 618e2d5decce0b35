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

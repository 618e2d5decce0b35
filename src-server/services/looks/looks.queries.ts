import type { MerchantLookRow } from '#db/tables/look-tables.ts'
import type { Db } from '#db/tables.ts'

/** A look without the bytes of its logo, which few need. */
export type LookRow = Omit<MerchantLookRow, 'merchantId' | 'logo' | 'updatedAt'>

/** Of a merchant who has chosen nothing. */
export const plainLook: LookRow = {
  accent: null,
  supportEmail: null,
  termsUrl: null,
  privacyUrl: null,
  logoType: null,
  logoHash: null,
}

export async function findLook(db: Db, { merchantId }: { merchantId: string }): Promise<LookRow> {
  const row = await db
    .selectFrom('merchantLooks')
    .select(['accent', 'supportEmail', 'termsUrl', 'privacyUrl', 'logoType', 'logoHash'])
    .where('merchantId', '=', merchantId)
    .executeTakeFirst()
  return row ?? plainLook
}

/** By its address alone, which is all that a browser brings. Whoever has the same logo has the same bytes. */
export const findLogo = (db: Db, { logoHash }: { logoHash: string }) =>
  db
    .selectFrom('merchantLooks')
    .select(['logo', 'logoType'])
    .where('logoHash', '=', logoHash)
    .limit(1)
    .executeTakeFirst()

export type LookChange = Partial<LookRow> & { logo?: string | null; updatedAt: string }

/** What is not named stays as it is. */
export const saveLook = (db: Db, { merchantId }: { merchantId: string }, change: LookChange) =>
  db
    .insertInto('merchantLooks')
    .values({ ...plainLook, logo: null, ...change, merchantId })
    .onConflict((it) => it.column('merchantId').doUpdateSet(change))
    .execute()

/** What one book chose, for another of the same business. */
export const copyLook = (
  db: Db,
  {
    merchantId,
    toMerchantId,
    updatedAt,
  }: { merchantId: string; toMerchantId: string; updatedAt: string },
) =>
  db
    .insertInto('merchantLooks')
    .columns([
      'merchantId',
      'accent',
      'supportEmail',
      'termsUrl',
      'privacyUrl',
      'logo',
      'logoType',
      'logoHash',
      'updatedAt',
    ])
    .expression((from) =>
      from
        .selectFrom('merchantLooks')
        .where('merchantId', '=', merchantId)
        .select((row) => [
          row.val(toMerchantId).as('merchantId'),
          'accent',
          'supportEmail',
          'termsUrl',
          'privacyUrl',
          'logo',
          'logoType',
          'logoHash',
          row.val(updatedAt).as('updatedAt'),
        ]),
    )
    .execute()

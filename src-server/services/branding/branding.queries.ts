import type { MerchantBrandingRow } from '#db/tables/branding-tables.ts'
import type { Db } from '#db/tables.ts'

/** Branding without the bytes of its logo, which few callers need. */
export type BrandingRow = Omit<MerchantBrandingRow, 'merchantId' | 'logo' | 'updatedAt'>

/** Branding of a merchant who has not set any. */
export const defaultBranding: BrandingRow = {
  accent: null,
  supportEmail: null,
  termsUrl: null,
  privacyUrl: null,
  logoType: null,
  logoHash: null,
}

export async function findBranding(
  db: Db,
  { merchantId }: { merchantId: string },
): Promise<BrandingRow> {
  const row = await db
    .selectFrom('merchantLooks')
    .select(['accent', 'supportEmail', 'termsUrl', 'privacyUrl', 'logoType', 'logoHash'])
    .where('merchantId', '=', merchantId)
    .executeTakeFirst()
  return row ?? defaultBranding
}

/**
 * Finds a logo by its hash only, because a logo's URL contains no merchant. Merchants with the same hash have the same
 * image.
 */
export const findLogo = (db: Db, { logoHash }: { logoHash: string }) =>
  db
    .selectFrom('merchantLooks')
    .select(['logo', 'logoType'])
    .where('logoHash', '=', logoHash)
    .limit(1)
    .executeTakeFirst()

export type BrandingChange = Partial<BrandingRow> & { logo?: string | null; updatedAt: string }

/** Stores the named fields; the other fields stay unchanged. */
export const saveBranding = (
  db: Db,
  { merchantId }: { merchantId: string },
  change: BrandingChange,
) =>
  db
    .insertInto('merchantLooks')
    .values({ ...defaultBranding, logo: null, ...change, merchantId })
    .onConflict((it) => it.column('merchantId').doUpdateSet(change))
    .execute()

/** Copies a business's branding between its test mode and its live mode. */
export const copyBranding = (
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

import type { Db } from '#db/tables.ts'

export type DisputeSettingsColumns = { staffMayAnswer: boolean }

/** Returns a merchant's settings for disputes; the defaults when none were chosen. */
export async function findDisputeSettings(
  db: Db,
  { merchantId }: { merchantId: string },
): Promise<DisputeSettingsColumns> {
  const row = await db
    .selectFrom('disputeSettings')
    .select('staffMayAnswer')
    .where('merchantId', '=', merchantId)
    .executeTakeFirst()
  return { staffMayAnswer: row?.staffMayAnswer === 1 }
}

export const saveDisputeSettings = (
  db: Db,
  { merchantId }: { merchantId: string },
  { staffMayAnswer, updatedAt }: DisputeSettingsColumns & { updatedAt: string },
) => {
  const change = { staffMayAnswer: staffMayAnswer ? 1 : 0, updatedAt }
  return db
    .insertInto('disputeSettings')
    .values({
      merchantId,
      acceptUpTo: null,
      acceptCurrency: null,
      acceptAfterHours: null,
      ...change,
    })
    .onConflict((conflict) => conflict.column('merchantId').doUpdateSet(change))
    .execute()
}

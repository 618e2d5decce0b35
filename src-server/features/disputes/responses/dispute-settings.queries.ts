import type { DisputeSettingsRow } from '#db/tables/dispute-tables.ts'
import type { Db } from '#db/tables.ts'
import type { Minor } from '#server/shared/money/money.ts'

/** The rule by which disputes of small amounts are accepted. */
export type AcceptanceRule = { upTo: Minor; currency: string; afterHours: number }

export type DisputeSettingsColumns = { staffMayAnswer: boolean; acceptance: AcceptanceRule | null }

const acceptanceOf = (row: DisputeSettingsRow): AcceptanceRule | null => {
  const { acceptUpTo: upTo, acceptCurrency: currency, acceptAfterHours: afterHours } = row
  return upTo === null || currency === null || afterHours === null
    ? null
    : { upTo, currency, afterHours }
}

/** Returns a merchant's settings for disputes; the defaults when none were chosen. */
export async function findDisputeSettings(
  db: Db,
  { merchantId }: { merchantId: string },
): Promise<DisputeSettingsColumns> {
  const row = await db
    .selectFrom('disputeSettings')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .executeTakeFirst()
  return {
    staffMayAnswer: row?.staffMayAnswer === 1,
    acceptance: row ? acceptanceOf(row) : null,
  }
}

export const saveDisputeSettings = (
  db: Db,
  { merchantId }: { merchantId: string },
  { staffMayAnswer, acceptance, updatedAt }: DisputeSettingsColumns & { updatedAt: string },
) => {
  const change = {
    staffMayAnswer: staffMayAnswer ? 1 : 0,
    acceptUpTo: acceptance?.upTo ?? null,
    acceptCurrency: acceptance?.currency ?? null,
    acceptAfterHours: acceptance?.afterHours ?? null,
    updatedAt,
  }
  return db
    .insertInto('disputeSettings')
    .values({ merchantId, ...change })
    .onConflict((conflict) => conflict.column('merchantId').doUpdateSet(change))
    .execute()
}

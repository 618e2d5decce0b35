import type { Db } from '#db/tables.ts'
import type { AccountSecret } from '../services/processors/account-secrets.ts'
import { SEALED_REF_PREFIX } from '../services/processors/sealed-refs.ts'

type SigningSecret = {
  table: 'integrations' | 'webhookEndpoints'
  merchantId: string
  id: string
  column: 'secret' | 'previousSecret'
}
type SecondStep = { id: string; column: 'secret' | 'backupCodes' }
/** A change that applies only if the value is still the one that was read: its owner may have replaced it since. */
type Change = { from: string; to: string }

/** Replaces an encrypted webhook signing secret. Returns false if another process changed it meanwhile. */
export async function replaceSigningSecret(
  db: Db,
  { table, merchantId, id, column, from, to }: SigningSecret & Change,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    // Both tables have these columns; the statement has the types of one of the two tables.
    .updateTable(table as 'integrations')
    .set({ [column]: to })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where(column, '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns a page of the encrypted secrets of second sign-in steps, by ID. */
export const listSecondSteps = (db: Db, { after, limit }: { after: string; limit: number }) =>
  db
    .selectFrom('authTwoFactors')
    .select(['id', 'secret', 'backupCodes'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Replaces an encrypted secret of a second sign-in step. Returns false if another process changed it meanwhile. */
export async function replaceSecondStep(
  db: Db,
  { id, column, from, to }: SecondStep & Change,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('authTwoFactors')
    .set({ [column]: to })
    .where('id', '=', id)
    .where(column, '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns a page of the mails that wait to be sent: only these have texts. */
export const listSealedMails = (db: Db, { after, limit }: { after: string; limit: number }) =>
  db
    .selectFrom('mails')
    .select(['id', 'text', 'html'])
    .where('id', '>', after)
    .where('text', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Replaces the encrypted text or HTML of a queued mail. Returns false if another process changed it meanwhile. */
export async function replaceMailPart(
  db: Db,
  { id, part, from, to }: { id: string; part: 'text' | 'html' } & Change,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ [part]: to })
    .where('id', '=', id)
    .where(part, '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Replaces an encrypted secret of a processor account. Returns false if another process changed it meanwhile. */
export async function replaceAccountSecret(
  db: Db,
  {
    merchantId,
    id,
    column,
    from,
    to,
  }: { merchantId: string; id: string; column: AccountSecret } & Change,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('processorAccounts')
    .set({ [column]: to })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where(column, '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns a page of payers' secrets. Only open payments have one, and the small index of due payments finds these. */
export const listPayerSecrets = (
  db: Db,
  {
    after: { merchantId, id },
    limit,
  }: { after: { merchantId: string; id: string }; limit: number },
) =>
  db
    .selectFrom('transactions')
    .select(['merchantId', 'id', 'payerSecret'])
    .where('nextCheckAt', 'is not', null)
    .where('payerSecret', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('merchantId', '>', merchantId),
        eb.and([eb('merchantId', '=', merchantId), eb('id', '>', id)]),
      ]),
    )
    .orderBy('merchantId')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Replaces a payment's encrypted client secret. Returns false if another process changed it meanwhile. */
export async function replacePayerSecret(
  db: Db,
  { merchantId, id, from, to }: { merchantId: string; id: string } & Change,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('transactions')
    .set({ payerSecret: to })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('payerSecret', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Returns a page of payments' encrypted ids at their processors. No index has them: only operators' commands read them.
 */
export const listSealedRefs = (
  db: Db,
  {
    after: { merchantId, id },
    limit,
  }: { after: { merchantId: string; id: string }; limit: number },
) =>
  db
    .selectFrom('transactions')
    .select(['merchantId', 'id', 'processorRef'])
    .where('processorRef', 'like', `${SEALED_REF_PREFIX}%`)
    .where((eb) =>
      eb.or([
        eb('merchantId', '>', merchantId),
        eb.and([eb('merchantId', '=', merchantId), eb('id', '>', id)]),
      ]),
    )
    .orderBy('merchantId')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Replaces a payment's encrypted id. Returns false if the payment has another id meanwhile. */
export async function replaceSealedRef(
  db: Db,
  { merchantId, id, from, to }: { merchantId: string; id: string } & Change,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('transactions')
    .set({ processorRef: to })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('processorRef', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Replaces a payment link's encrypted token. Returns false if another process changed it meanwhile. */
export async function replaceLinkToken(
  db: Db,
  { merchantId, id, from, to }: { merchantId: string; id: string } & Change,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('paymentLinks')
    .set({ token: to })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('token', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

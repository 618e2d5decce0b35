import type { Db } from '#db/tables.ts'

export const findAuthUsers = async (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('authUsers')
        .select(['id', 'name', 'email', 'image'])
        .where('id', 'in', [...ids])
        .execute()

/** Deletes a user; sessions, passwords and second steps are deleted by cascade. */
export const removeAuthUser = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('authUsers').where('id', '=', id).execute()
}

type OwnSession = { userId: string; sessionId: string }

export const listAuthSessions = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('authSessions')
    .select(['id', 'createdAt', 'updatedAt', 'expiresAt', 'ipAddress', 'userAgent'])
    .where('userId', '=', userId)
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .execute()

export const findAuthSession = (db: Db, { userId, sessionId }: OwnSession) =>
  db
    .selectFrom('authSessions')
    .select(['createdAt', 'expiresAt'])
    .where('userId', '=', userId)
    .where('id', '=', sessionId)
    .executeTakeFirst()

/** Ends one session of a person. Returns false when the person has no such session. */
export async function deleteAuthSession(db: Db, { userId, sessionId }: OwnSession) {
  const { numDeletedRows } = await db
    .deleteFrom('authSessions')
    .where('userId', '=', userId)
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Ends all sessions of a person except one; returns how many. */
export async function deleteOtherAuthSessions(db: Db, { userId, sessionId }: OwnSession) {
  const { numDeletedRows } = await db
    .deleteFrom('authSessions')
    .where('userId', '=', userId)
    .where('id', '!=', sessionId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** `at` is ISO-8601, which both databases accept for the library's timestamps. */
export const setConfirmedAt = (db: Db, { userId, sessionId, at }: OwnSession & { at: string }) =>
  db
    .updateTable('authSessions')
    .set({ confirmedAt: at })
    .where('userId', '=', userId)
    .where('id', '=', sessionId)
    .execute()

/** Lists a person's sign-in methods: `credential` with its hash, or a provider such as `google`. */
export const listAuthAccounts = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('authAccounts')
    .select(['providerId', 'password'])
    .where('userId', '=', userId)
    .execute()

export const findAuthUser = (db: Db, id: string) =>
  db
    .selectFrom('authUsers')
    .select(['id', 'name', 'email', 'image', 'twoFactorEnabled'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Finds a user for an operator. Stored e-mail addresses are lower case. */
export const findAuthUserByEmail = (db: Db, email: string) =>
  db
    .selectFrom('authUsers')
    .select(['id', 'name', 'email', 'image'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()

export const renameAuthUser = (
  db: Db,
  { id, name, at }: { id: string; name: string; at: string },
) => db.updateTable('authUsers').set({ name, updatedAt: at }).where('id', '=', id).execute()

export const findTwoFactor = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('authTwoFactors')
    .select(['id', 'secret'])
    .where('userId', '=', userId)
    .executeTakeFirst()

/**
 * Records that the code of a 30-second step was accepted. Returns false when a code of this step, or of a later step,
 * has already been accepted.
 */
export async function claimTotpStep(db: Db, { id, step }: { id: string; step: number }) {
  const { numUpdatedRows } = await db
    .updateTable('authTwoFactors')
    .set({ lastUsedStep: step })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('lastUsedStep', 'is', null), eb('lastUsedStep', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type PruneLimit = { limit: number }

/** Deletes some sessions that expired by `idleAt` or began by `beganAt`; returns how many. */
export async function pruneAuthSessions(
  db: Db,
  { idleAt, beganAt, limit }: PruneLimit & { idleAt: string; beganAt: string },
): Promise<number> {
  const ended = db
    .selectFrom('authSessions')
    .select('id')
    .where((eb) => eb.or([eb('expiresAt', '<=', idleAt), eb('createdAt', '<=', beganAt)]))
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('authSessions')
    .where('id', 'in', ended)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Deletes some expired links and codes; returns how many. */
export async function pruneAuthVerifications(
  db: Db,
  { at, limit }: PruneLimit & { at: string },
): Promise<number> {
  const ended = db
    .selectFrom('authVerifications')
    .select('id')
    .where('expiresAt', '<=', at)
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('authVerifications')
    .where('id', 'in', ended)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

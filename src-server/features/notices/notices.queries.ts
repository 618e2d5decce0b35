import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { NoticeChoiceRow, NoticeRow } from '#db/tables/notice-tables.ts'
import type { Database, Db } from '#db/tables.ts'
import type { NoticeKind } from '#server/shared/notices/notice-kind-names.ts'

type NoticeKey = { merchantId: string; id: string }
type Person = { provider: string; subject: string }

/** A member who reads notices: the kinds that they get in the dashboard, and the current time. */
export type Viewer = Person & { kinds: readonly NoticeKind[]; now: string }

type Builder = ExpressionBuilder<Database, 'notices'>

/** Returns the SQL condition that the viewer sees a notice now. */
export const isShown = (eb: Builder, { kinds, now }: Viewer): Expression<SqlBool> =>
  eb.and([
    kinds.length > 0 ? eb('kind', 'in', [...kinds]) : sql<boolean>`1 = 0`,
    eb('createdAt', '<=', now),
    eb.or([eb('goneAt', 'is', null), eb('goneAt', '>', now)]),
  ])

/** Returns the SQL condition that the person has read a notice. */
export const isReadBy = (eb: Builder, { provider, subject }: Person): Expression<SqlBool> =>
  eb.exists(
    eb
      .selectFrom('noticeReads')
      .select('noticeId')
      .whereRef('noticeReads.merchantId', '=', 'notices.merchantId')
      .whereRef('noticeReads.noticeId', '=', 'notices.id')
      .where('provider', '=', provider)
      .where('subject', '=', subject),
  )

/** Selects the ids of the notices, among these ids, that the person has read. */
export async function listReadIds(
  db: Db,
  { merchantId, provider, subject, ids }: Person & { merchantId: string; ids: readonly string[] },
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('noticeReads')
    .select('noticeId')
    .where('merchantId', '=', merchantId)
    .where('noticeId', 'in', [...ids])
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .execute()
  return rows.map(({ noticeId }) => noticeId)
}

/** Marks the viewer's notices as read: one, or all that they see. Returns how many were unread. */
export async function insertReads(
  db: Db,
  { merchantId, viewer, id }: { merchantId: string; viewer: Viewer; id?: string },
): Promise<number> {
  const { provider, subject, now } = viewer
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('noticeReads')
    .columns(['merchantId', 'provider', 'subject', 'noticeId', 'readAt'])
    .expression((eb) => {
      const unread = eb
        .selectFrom('notices')
        .select((notice) => [
          'notices.merchantId',
          sql<string>`cast(${provider} as text)`.as('provider'),
          sql<string>`cast(${subject} as text)`.as('subject'),
          notice.ref('notices.id').as('noticeId'),
          sql<string>`cast(${now} as text)`.as('readAt'),
        ])
        .where('notices.merchantId', '=', merchantId)
        .where((notice) => isShown(notice as unknown as Builder, viewer))
      return id === undefined ? unread : unread.where('notices.id', '=', id)
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0n)
}

/** Returns whether the viewer sees the notice. */
export async function isShownTo(
  db: Db,
  { merchantId, id }: NoticeKey,
  viewer: Viewer,
): Promise<boolean> {
  const row = await db
    .selectFrom('notices')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where((eb) => isShown(eb, viewer))
    .executeTakeFirst()
  return row !== undefined
}

type Member = Person & { merchantId: string }

export const listChoices = (db: Db, { merchantId, provider, subject }: Member) =>
  db
    .selectFrom('noticeChoices')
    .select(['kind', 'choice'])
    .where('merchantId', '=', merchantId)
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .execute()

export const listChoicesOfTeam = (db: Db, { merchantId }: { merchantId: string }) =>
  db.selectFrom('noticeChoices').selectAll().where('merchantId', '=', merchantId).execute()

export const upsertChoice = (db: Db, row: NoticeChoiceRow) =>
  db
    .insertInto('noticeChoices')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['merchantId', 'provider', 'subject', 'kind'])
        .doUpdateSet({ choice: row.choice }),
    )
    .execute()

/** Finds a notice, in a transaction that has locked its merchant. */
export const findNoticeToMail = (db: Db, { merchantId, id }: NoticeKey) =>
  db
    .selectFrom('notices')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Lists a merchant's current notices of these kinds that were not mailed yet, the oldest first. */
export const listUnmailed = (
  db: Db,
  { merchantId, kinds, now }: { merchantId: string; kinds: readonly NoticeKind[]; now: string },
) =>
  db
    .selectFrom('notices')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('mailedAt', 'is', null)
    .where((eb) => isShown(eb, { kinds, now, provider: '', subject: '' }))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** Ends the lease of a notice and stores its next step. */
export const updateStep = (
  db: Db,
  { merchantId, id }: NoticeKey,
  change: Partial<Pick<NoticeRow, 'mailedAt'>> & Pick<NoticeRow, 'dueAt'>,
) =>
  db
    .updateTable('notices')
    .set({ ...change, leasedUntil: null })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .execute()

/**
 * Lists a merchant's members whose e-mail address is known, with their language. For members of another sign-in
 * provider, only the address of the merchant's creator is known.
 */
export async function listReaders(db: Db, { merchantId }: { merchantId: string }) {
  const rows = await db
    .selectFrom('merchantMembers as member')
    .innerJoin('merchants', 'merchants.id', 'member.merchantId')
    .select([
      'member.provider',
      'member.subject',
      'member.role',
      'member.createdAt',
      'merchants.email as merchantEmail',
      'merchants.createdAt as merchantCreatedAt',
    ])
    .where('member.merchantId', '=', merchantId)
    .orderBy('member.subject')
    .execute()
  const subjects = rows.map(({ subject }) => subject)
  // Separate statements: on a sharded database, people and merchants are on different nodes.
  const people = await db
    .selectFrom('authUsers')
    .select(['id', 'email'])
    .where('id', 'in', subjects)
    .execute()
  const languages = await db
    .selectFrom('preferences')
    .select(['provider', 'subject', 'language'])
    .where('subject', 'in', subjects)
    .execute()
  return rows.flatMap(({ provider, subject, role, ...row }) => {
    const isCreator = row.createdAt === row.merchantCreatedAt
    const email =
      provider === 'embedded'
        ? people.find(({ id }) => id === subject)?.email
        : isCreator
          ? row.merchantEmail
          : undefined
    const preference = languages.find(
      (each) => each.provider === provider && each.subject === subject,
    )
    return email === undefined
      ? []
      : [{ provider, subject, role, email, languageMode: preference?.language }]
  })
}

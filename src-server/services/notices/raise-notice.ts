import type { World } from '#server/core/context.ts'
import { toIso } from '#server/shared/day.ts'
import { NoticeFacts } from '#server/shared/notices/notice-kind.ts'
import type { NoticeKind } from '#server/shared/notices/notice-kind-names.ts'
import { noticeKinds } from '#server/shared/notices/notice-kinds.ts'
import { type EndedNotices, endNoticesOf, upsertNotice } from './notice-causes.queries.ts'

/** The part of the context that raising and ending a notice needs. */
export type NoticeWorld = Pick<World, 'db' | 'now' | 'newId' | 'publishChange'>

export type NoticeCause = {
  merchantId: string
  kind: NoticeKind
  /** The object that the notice is about: it has one notice of each kind and occurrence. */
  objectId: string
  /** Distinguishes causes of one object, such as two deadlines; empty by default. */
  occurrence?: string
  facts: NoticeFacts
  /** Time from which members see it; now by default. */
  fromMs?: number
  /** Time at which the cause ends by itself. */
  until?: string
}

const DAY_MS = 24 * 60 * 60_000

/**
 * Raises a notice. Call it in the transaction that writes its cause: both are stored or neither. The job of
 * `features/notices` queues its mails. Raising it again changes nothing while it lasts.
 */
export async function raiseNotice(
  { db, now, newId, publishChange }: NoticeWorld,
  { merchantId, kind, objectId, occurrence = '', facts, until, ...cause }: NoticeCause,
): Promise<void> {
  const { endsAfterDays } = noticeKinds[kind]
  const nowMs = now()
  const fromMs = cause.fromMs ?? nowMs
  const createdAt = toIso(fromMs)
  const id = newId('ntc')
  const endsAt = endsAfterDays === null ? null : toIso(fromMs + endsAfterDays * DAY_MS)
  const isChanged = await upsertNotice(
    db,
    {
      merchantId,
      id,
      kind,
      objectId,
      occurrence,
      facts: JSON.stringify(NoticeFacts.parse(facts)),
      createdAt,
      goneAt: until ?? endsAt,
      dueAt: createdAt,
    },
    toIso(nowMs),
  )
  if (!isChanged || fromMs > nowMs) return
  publishChange({ merchantId, type: 'notice', action: 'created', objectId: id })
}

/** Ends the notices of an object whose cause is gone. Call it in the transaction that ends the cause. */
export async function endNotices(
  { db, now, publishChange }: Pick<NoticeWorld, 'db' | 'now' | 'publishChange'>,
  ended: EndedNotices,
): Promise<void> {
  if (!(await endNoticesOf(db, ended, toIso(now())))) return
  const { merchantId, objectId } = ended
  publishChange({ merchantId, type: 'notice', action: 'changed', objectId })
}

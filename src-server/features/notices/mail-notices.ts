import type { NoticeRow } from '#db/tables/notice-tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import type { ActingMerchant } from '#server/core/merchant.ts'
import { type LeasedQueue, workQueue } from '#server/core/queues/leased-queue.ts'
import { lockMerchantById } from '#server/features/merchants/lock-merchant.ts'
import { isDemoMerchant } from '#server/features/merchants/merchants.queries.ts'
import { homeIdOf } from '#server/features/merchants/merchants.rules.ts'
import { queueMail } from '#server/services/mail/queue-mail.ts'
import { toIso } from '#server/shared/day.ts'
import { mailLanguage } from '#server/shared/language.ts'
import { NoticeFacts } from '#server/shared/notices/notice-kind.ts'
import { NoticeKind, noticeKindNames } from '#server/shared/notices/notice-kind-names.ts'
import { kindsBy, noticeKinds } from '#server/shared/notices/notice-kinds.ts'
import { nextDigestMs } from './digest-time.rules.ts'
import { writeDigest, writeNotice } from './notice-letters.ts'
import { choicesOf } from './notice-viewer.ts'
import {
  findNoticeToMail,
  listChoicesOfTeam,
  listReaders,
  listUnmailed,
  updateStep,
} from './notices.queries.ts'

/**
 * Duration of a lease: longer than it takes to queue the mails of a notice, so only a crashed worker's lease expires.
 */
const LEASE_MS = 30_000

const digestKinds = noticeKindNames.filter((kind) => noticeKinds[kind].isInDigest)

/** Queue of notices that are to be shown and mailed, or to be removed from open pages. */
export const dueNotices: LeasedQueue<NoticeRow> = {
  table: 'notices',
  due: 'dueAt',
  lease: 'leasedUntil',
  concurrencyKey: ['merchantId'],
  // Two workers must not write the digest of a merchant at once, which contains all of its quiet notices.
  perKey: 1,
  leaseMs: LEASE_MS,
  work: (world, row) => inTransaction(world, (inner) => takeStep(inner, row)),
  failed: (world, { id }, error) =>
    world.log.error({ err: error, notice: id }, 'a notice could not be mailed'),
}

/**
 * Shows and mails due notices. Each member gets one mail for each notice, because a transaction queues the mails and
 * records that it did. Returns the number of notices that were leased.
 */
export const mailNotices = (world: World, signal?: AbortSignal): Promise<number> =>
  workQueue(world, dueNotices, signal)

/** Shows, mails or removes a due notice, and schedules its next step. */
async function takeStep(inner: World, leased: NoticeRow): Promise<void> {
  const { db, now, publishChange } = inner
  const merchant = await lockMerchantById(inner, leased)
  const row = await findNoticeToMail(db, leased)
  const nowMs = now()
  const at = toIso(nowMs)
  if (!row || row.dueAt === null || row.dueAt > at) return
  const { merchantId, id: objectId, goneAt } = row
  publishChange({ merchantId, type: 'notice', action: 'changed', objectId })
  const isGone = goneAt !== null && goneAt <= at
  if (isGone || row.mailedAt !== null) {
    await updateStep(db, row, { dueAt: isGone ? null : goneAt })
    return
  }
  const kind = NoticeKind.safeParse(row.kind).data
  // A newer release raised a notice of a kind that this release does not have, and mails the notice itself.
  if (kind === undefined) return
  if (!noticeKinds[kind].isInDigest) {
    await mailMembers(inner, merchant, [row], at)
    return
  }
  const digestMs = nextDigestMs(Date.parse(row.createdAt), merchant.timezone)
  if (digestMs > nowMs) {
    await updateStep(db, row, { dueAt: toIso(digestMs) })
    return
  }
  await mailMembers(
    inner,
    merchant,
    await listUnmailed(db, { merchantId, kinds: digestKinds, now: at }),
    at,
  )
}

/** Queues one mail for each member who chose mail for some of the notices, and marks the notices as mailed. */
async function mailMembers(
  inner: World,
  merchant: ActingMerchant,
  rows: readonly NoticeRow[],
  at: string,
): Promise<void> {
  const { db, config } = inner
  const notices = rows.map(({ id, kind, facts, createdAt }) => ({
    id,
    kind: NoticeKind.parse(kind),
    facts: NoticeFacts.parse(JSON.parse(facts)),
    createdAt,
  }))
  for (const { provider, subject, email, kinds, languageMode } of await mailReaders(
    inner,
    merchant,
  )) {
    const chosen = notices.filter(({ kind }) => kinds.includes(kind))
    const [first] = chosen
    if (!first) continue
    const language = languageMode ? mailLanguage(languageMode) : merchant.customerMails.language
    const context = { merchant, language, appUrl: config.appUrl }
    const isDigest = noticeKinds[first.kind].isInDigest
    await queueMail(inner, {
      kind: isDigest ? 'notice_digest' : 'notice',
      to: email,
      language,
      letter: isDigest ? writeDigest(chosen, context) : writeNotice(first, context),
      merchantId: merchant.id,
      objectId: `${first.id} ${provider}:${subject}`,
    })
  }
  for (const row of rows) await updateStep(db, row, { mailedAt: at, dueAt: row.goneAt })
}

/**
 * Returns the members who get mails, with the kinds that they get. Demos send no mails, because their payments are
 * sample data.
 */
async function mailReaders({ db, mailer }: World, merchant: ActingMerchant) {
  const where = { merchantId: homeIdOf(merchant) }
  if (!mailer || (await isDemoMerchant(db, where))) return []
  const stored = await listChoicesOfTeam(db, where)
  return (await listReaders(db, where)).map((reader) => {
    const ownChoices = stored.filter(
      ({ provider, subject }) => provider === reader.provider && subject === reader.subject,
    )
    return {
      ...reader,
      kinds: kindsBy('mail', { role: reader.role, choices: choicesOf(ownChoices) }),
    }
  })
}

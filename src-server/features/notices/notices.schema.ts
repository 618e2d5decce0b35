import { z } from 'zod'
import { FilterDay } from '#server/shared/day.ts'
import { LookupKey } from '#server/shared/id.ts'
import { NoticeFacts, noticeChoices } from '#server/shared/notices/notice-kind.ts'
import { NoticeKind } from '#server/shared/notices/notice-kind-names.ts'
import { pagedInput, pageOf } from '#server/shared/page.ts'
import { Instant } from '#server/shared/text/text.ts'
import { NoticeSort, NoticeStatus } from './notice-enums.schema.ts'

/** A notice as a member sees it. The dashboard makes its texts and its link from the kind and the facts. */
export const Notice = z.strictObject({
  id: z.string(),
  kind: NoticeKind,
  facts: NoticeFacts,
  status: NoticeStatus,
  createdAt: Instant,
})
export type Notice = z.infer<typeof Notice>

const filter = {
  kind: NoticeKind.optional(),
  from: FilterDay.optional(),
  to: FilterDay.optional(),
}

export const ListNotices = pagedInput({
  ...filter,
  status: NoticeStatus.optional(),
  sort: NoticeSort.default('-createdAt'),
})
export type ListNotices = z.infer<typeof ListNotices>

export const NoticePage = pageOf(Notice)

export const SummarizeNotices = z.strictObject(filter).prefault({})
export type SummarizeNotices = z.infer<typeof SummarizeNotices>

/** Numbers of a member's current notices. */
export const NoticeSummary = z.strictObject({ unread: z.int(), read: z.int() })
export type NoticeSummary = z.infer<typeof NoticeSummary>

export const NoticeRef = z.strictObject({ id: LookupKey })

export const NoticeChoice = z.enum(noticeChoices)

/** A member's choices, one for each kind that their role may get; defaults are filled in. */
export const ChoiceList = z.strictObject({
  choices: z.array(z.strictObject({ kind: NoticeKind, choice: NoticeChoice })),
  /** False when the server cannot send mails to this person. */
  hasMail: z.boolean(),
})
export type ChoiceList = z.infer<typeof ChoiceList>

export const ChangeChoice = z.strictObject({ kind: NoticeKind, choice: NoticeChoice })
export type ChangeChoice = z.infer<typeof ChangeChoice>

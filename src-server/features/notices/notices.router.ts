import { z } from 'zod'
import { AppError } from '#server/core/calls/errors.ts'
import { router, signedInMember } from '#server/core/calls/trpc.ts'
import { countMatches, listPage } from '#server/core/lists/list-page.ts'
import { defaultChoice, kindsFor } from '#server/shared/notices/notice-kinds.ts'
import { NoInput } from '#server/shared/text/text.ts'
import type { NoticeStatus } from './notice-enums.schema.ts'
import { choicesOf, memberOf, roleOf, viewerOf } from './notice-viewer.ts'
import { noticeListOf } from './notices.list.ts'
import {
  insertReads,
  isShownTo,
  listChoices,
  listReaders,
  upsertChoice,
} from './notices.queries.ts'
import {
  ChangeChoice,
  ChoiceList,
  ListNotices,
  NoticePage,
  NoticeRef,
  NoticeSummary,
  SummarizeNotices,
} from './notices.schema.ts'

/** Notices of the merchant to its members, for the dashboard only. */
export const noticesRouter = router({
  list: signedInMember
    .input(ListNotices)
    .output(NoticePage)
    .query(async ({ ctx, input }) => listPage(ctx, noticeListOf(await viewerOf(ctx)), input)),
  /** Counts for the dashboard's header and the list's tabs. */
  summary: signedInMember
    .input(SummarizeNotices)
    .output(NoticeSummary)
    .query(async ({ ctx, input }) => {
      const list = noticeListOf(await viewerOf(ctx))
      const count = async (status: NoticeStatus) => {
        const scope = await list.find(ctx, { ...input, status })
        return scope ? (await countMatches(ctx.db, list, scope)).total : 0
      }
      return { unread: await count('unread'), read: await count('read') }
    }),
  markRead: signedInMember
    .meta({ isForAccountants: true })
    .input(NoticeRef)
    .output(z.void())
    .mutation(async ({ ctx, input: { id } }) => {
      const viewer = await viewerOf(ctx)
      const merchantId = ctx.merchant.id
      if (!(await isShownTo(ctx.db, { merchantId, id }, viewer))) {
        throw new AppError('not_found', 'There is no such notice.')
      }
      await insertReads(ctx.db, { merchantId, viewer, id })
    }),
  markAllRead: signedInMember
    .meta({ isForAccountants: true })
    .input(NoInput)
    .output(z.void())
    .mutation(async ({ ctx }) => {
      const viewer = await viewerOf(ctx)
      await insertReads(ctx.db, { merchantId: ctx.merchant.id, viewer })
    }),
  choices: signedInMember
    .input(NoInput)
    .output(ChoiceList)
    .query(async ({ ctx }) => {
      const member = memberOf(ctx)
      const role = roleOf(ctx)
      const stored = choicesOf(await listChoices(ctx.db, member))
      const readers = ctx.mailer ? await listReaders(ctx.db, member) : []
      return {
        choices: kindsFor(role).map((kind) => ({
          kind,
          choice: stored[kind] ?? defaultChoice(kind, role),
        })),
        hasMail: readers.some(
          ({ provider, subject }) => provider === member.provider && subject === member.subject,
        ),
      }
    }),
  choose: signedInMember
    .meta({ isForAccountants: true })
    .input(ChangeChoice)
    .output(z.void())
    .mutation(async ({ ctx, input }) => {
      if (!kindsFor(roleOf(ctx)).includes(input.kind)) {
        throw new AppError('forbidden', 'Only owners get notices of this kind.', {
          reason: 'owner_only',
        })
      }
      await upsertChoice(ctx.db, { ...memberOf(ctx), ...input })
    }),
})

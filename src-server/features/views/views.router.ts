import { z } from 'zod'
import { AppError } from '#server/core/calls/errors.ts'
import { router, signedInMember } from '#server/core/calls/trpc.ts'
import type { UserActor } from '#server/core/context.ts'
import type { Merchant } from '#server/core/merchant.schema.ts'
import { changeViewName, saveView } from './save-view.ts'
import { deleteView, listViews, type Owner } from './views.queries.ts'
import { ListViews, NewView, SavedView, ViewName, ViewRef } from './views.schema.ts'

type Caller = { actor: UserActor; merchant: Pick<Merchant, 'id'> }

const ownerOf = ({ actor, merchant }: Caller): Owner => ({
  merchantId: merchant.id,
  provider: actor.provider,
  subject: actor.user.id,
})

/** Saved views of lists, each the person's own, for the dashboard only. */
export const viewsRouter = router({
  list: signedInMember
    .input(ListViews)
    .output(SavedView.array())
    .query(async ({ ctx, input: { list } }) => {
      const rows = await listViews(ctx.db, { ...ownerOf(ctx), list })
      return rows.map((row) => ({ ...row, search: JSON.parse(row.search) }))
    }),
  save: signedInMember
    .meta({ isForAccountants: true })
    .input(NewView)
    .output(SavedView)
    .mutation(({ ctx, input }) => saveView(ctx, ownerOf(ctx), input)),
  rename: signedInMember
    .meta({ isForAccountants: true })
    .input(ViewName)
    .output(z.void())
    .mutation(({ ctx, input }) => changeViewName(ctx, ownerOf(ctx), input)),
  remove: signedInMember
    .meta({ isForAccountants: true })
    .input(ViewRef)
    .output(z.void())
    .mutation(async ({ ctx, input }) => {
      if (await deleteView(ctx.db, { ...ownerOf(ctx), ...input })) return
      throw new AppError('not_found', 'There is no such view.')
    }),
})

import { inTransaction, type UserCtx } from '#server/core/context.ts'
import { AppError } from '#server/core/errors.ts'
import { toIso } from '#server/shared/day.ts'
import { insertView, listViews, type Owner } from './views.queries.ts'
import { MOST_VIEWS, type NewView, type SavedView } from './views.schema.ts'

/** Keeps a list under a name. The person's earlier views of that name stay beside it. */
export const saveView = (ctx: UserCtx, owner: Owner, { name, search }: NewView) =>
  inTransaction(ctx, async ({ db, newId, now }): Promise<SavedView> => {
    if ((await listViews(db, owner)).length >= MOST_VIEWS) {
      throw new AppError('conflict', `There are ${MOST_VIEWS} views already. Delete one first.`, {
        reason: 'too_many_views',
      })
    }
    const id = newId('viw')
    const createdAt = toIso(now())
    await insertView(db, { ...owner, id, name, search: JSON.stringify(search), createdAt })
    return { id, name, search }
  })

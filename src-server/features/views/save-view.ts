import { isUniqueViolation } from '#db/failures.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type UserCtx } from '#server/core/context.ts'
import { toIso } from '#server/shared/day.ts'
import { insertView, listViews, type Owner, renameView } from './views.queries.ts'
import { MAX_VIEWS, type NewView, type SavedView, type ViewName } from './views.schema.ts'

/** Saves a list's filters under a name that no other view of the person has for this list. */
export const saveView = (ctx: UserCtx, owner: Owner, { list, name, search }: NewView) =>
  translateNameClash(() =>
    inTransaction(ctx, async ({ db, newId, now }): Promise<SavedView> => {
      const views = await listViews(db, { ...owner, list })
      if (views.some((view) => view.name === name)) throw nameTaken()
      if (views.length >= MAX_VIEWS) {
        throw new AppError('conflict', `There are ${MAX_VIEWS} views already. Delete one first.`, {
          reason: 'too_many_views',
        })
      }
      const id = newId('viw')
      const createdAt = toIso(now())
      await insertView(db, { ...owner, id, list, name, search: JSON.stringify(search), createdAt })
      return { id, name, search }
    }),
  )

export const changeViewName = ({ db }: UserCtx, owner: Owner, { id, name }: ViewName) =>
  translateNameClash(async () => {
    if (await renameView(db, { ...owner, id, name })) return
    throw new AppError('not_found', 'There is no such view.')
  })

/** Translates a unique violation into `view_name_taken`: two simultaneous requests may both find the name free. */
async function translateNameClash<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    throw isUniqueViolation(error) ? nameTaken(error) : error
  }
}

const nameTaken = (cause?: unknown) =>
  new AppError('conflict', 'There is a view of this name already.', {
    reason: 'view_name_taken',
    cause,
  })

import { useEffect } from 'react'
import { z } from 'zod'
import { trpc } from '#client/trpc.ts'
import { TransactionSearch } from './transaction-search.ts'

/** A name for an address: which rows it shows is decided anew each time it is opened. */
export type SavedView = { id: string; name: string; search: TransactionSearch }

/** Two addresses are one view when they show the same rows in the same order. */
export function isSameView(one: TransactionSearch, other: TransactionSearch): boolean {
  const keyOf = ({ page: _, limit: __, ...rest }: TransactionSearch) =>
    JSON.stringify(
      Object.entries(rest)
        .filter(([, value]) => value !== undefined)
        .toSorted(),
    )
  return keyOf(one) === keyOf(other)
}

/** What an address holds, without what it leaves to the list. */
const namedIn = (search: TransactionSearch) =>
  Object.fromEntries(
    Object.entries({ ...search, page: 1 }).filter((entry) => entry[1] !== undefined),
  ) as Record<string, string | number | boolean>

/** The views that this person saved for this merchant; each change resolves once the server has it. */
export function useSavedViews(merchantId: string) {
  const { data } = trpc.views.list.useQuery()
  const save = trpc.views.save.useMutation()
  const rename = trpc.views.rename.useMutation()
  const remove = trpc.views.remove.useMutation()
  useFormerViews(merchantId, save.mutateAsync)
  return {
    views: (data ?? []).map(
      (view): SavedView => ({ ...view, search: TransactionSearch.parse(view.search) }),
    ),
    save: (name: string, search: TransactionSearch) =>
      save.mutateAsync({ name, search: namedIn(search) }),
    rename: (id: string, name: string) => rename.mutateAsync({ id, name }),
    remove: (id: string) => remove.mutateAsync({ id }),
  }
}

const FormerViews = z.array(z.object({ name: z.string(), search: TransactionSearch }))

type Save = (view: { name: string; search: ReturnType<typeof namedIn> }) => Promise<unknown>

/** Views were kept in the browser once: those found there move to the server, and stay until it has them. */
function useFormerViews(merchantId: string, save: Save) {
  useEffect(() => {
    const key = `incasso.transaction-views.${merchantId}`
    const former = readFormer(key)
    if (former.length === 0) return
    // Taken away first, so that another tab does not move them too.
    localStorage.removeItem(key)
    void moveAll(key, former, save)
  }, [merchantId, save])
}

function readFormer(key: string): z.infer<typeof FormerViews> {
  try {
    return FormerViews.parse(JSON.parse(localStorage.getItem(key) ?? '[]'))
  } catch {
    // Storage may be forbidden, and anything may stand in it.
    return []
  }
}

/** What the server does not take goes back to where it was. */
async function moveAll(key: string, former: z.infer<typeof FormerViews>, save: Save) {
  const left: z.infer<typeof FormerViews> = []
  for (const view of former) {
    const moved = save({ name: view.name, search: namedIn(view.search) })
    if (
      !(await moved.then(
        () => true,
        () => false,
      ))
    )
      left.push(view)
  }
  if (left.length > 0) localStorage.setItem(key, JSON.stringify(left))
}

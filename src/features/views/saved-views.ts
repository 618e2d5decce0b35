import { useEffect } from 'react'
import { z } from 'zod'
import { trpc } from '#client/trpc.ts'
import type { ViewList } from '#server/features/views/views.schema.ts'

/** What a list's address holds; which names it has is the list's own. */
export type ListSearch = { page: number; limit: number }

/** A name for an address: which rows it shows is decided anew each time it is opened. */
export type SavedView<Search> = { id: string; name: string; search: Search }

/** A list that has views: how its address is read, and what it is where nothing narrows it. */
export type ListOfViews<Search extends ListSearch> = {
  list: ViewList
  /** A name that a view may have. */
  example: string
  read: { parse: (search: unknown) => Search }
  defaults: Search
}

/** Two addresses are one view when they show the same rows in the same order. */
export function isSameView<Search extends ListSearch>(one: Search, other: Search): boolean {
  const keyOf = ({ page: _, limit: __, ...rest }: Search) =>
    JSON.stringify(
      Object.entries(rest)
        .filter(([, value]) => value !== undefined)
        .toSorted(),
    )
  return keyOf(one) === keyOf(other)
}

/** What an address holds, without what it leaves to the list. */
const namedIn = (search: ListSearch) =>
  Object.fromEntries(
    Object.entries({ ...search, page: 1 }).filter((entry) => entry[1] !== undefined),
  ) as Record<string, string | number | boolean>

/** The views that this person saved for this merchant; each change resolves once the server has it. */
export function useSavedViews<Search extends ListSearch>(
  merchantId: string,
  { list, read }: ListOfViews<Search>,
) {
  const { data } = trpc.views.list.useQuery({ list })
  const save = trpc.views.save.useMutation()
  const rename = trpc.views.rename.useMutation()
  const remove = trpc.views.remove.useMutation()
  useFormerViews(list === 'transactions' ? merchantId : undefined, read, save.mutateAsync)
  return {
    views: (data ?? []).map(
      (view): SavedView<Search> => ({ ...view, search: read.parse(view.search) }),
    ),
    save: (name: string, search: Search) =>
      save.mutateAsync({ list, name, search: namedIn(search) }),
    rename: (id: string, name: string) => rename.mutateAsync({ id, name }),
    remove: (id: string) => remove.mutateAsync({ id }),
  }
}

const FormerViews = z.array(z.object({ name: z.string(), search: z.unknown() }))

type Former = { name: string; search: ListSearch }
type Read = { parse: (search: unknown) => ListSearch }
type Save = (view: { name: string; search: ReturnType<typeof namedIn> }) => Promise<unknown>

/** Views of payments were kept in the browser once: those move to the server, and stay until it has them. */
function useFormerViews(merchantId: string | undefined, read: Read, save: Save) {
  useEffect(() => {
    if (merchantId === undefined) return
    const key = `incasso.transaction-views.${merchantId}`
    const former = readFormer(key, read)
    if (former.length === 0) return
    // Taken away first, so that another tab does not move them too.
    localStorage.removeItem(key)
    void moveAll(key, former, save)
  }, [merchantId, read, save])
}

function readFormer(key: string, read: Read): Former[] {
  try {
    const former = FormerViews.parse(JSON.parse(localStorage.getItem(key) ?? '[]'))
    return former.map(({ name, search }) => ({ name, search: read.parse(search) }))
  } catch {
    // Storage may be forbidden, and anything may stand in it.
    return []
  }
}

/** What the server does not take goes back to where it was. */
async function moveAll(key: string, former: readonly Former[], save: Save) {
  const left: Former[] = []
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

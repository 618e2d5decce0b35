import { useEffect } from 'react'
import { z } from 'zod'
import { trpc } from '#client/trpc.ts'
import type { ViewList } from '#server/features/views/views.schema.ts'

/** The fields common to every list's URL; each list adds its own filters. */
export type ListSearch = { page: number; limit: number }

/** A named URL of a list: its rows are selected each time it is opened. */
export type SavedView<Search> = { id: string; name: string; search: Search }

/** A list with saved views: its URL's parser, and its state without filters. */
export type ListOfViews<Search extends ListSearch> = {
  list: ViewList
  /** An example name for a view. */
  example: string
  read: { parse: (search: unknown) => Search }
  defaults: Search
}

/**
 * Returns true when two URL states show the same rows in the same order; page number and page size do not
 * count.
 */
export function isSameView<Search extends ListSearch>(one: Search, other: Search): boolean {
  const keyOf = ({ page: _, limit: __, ...rest }: Search) =>
    JSON.stringify(
      Object.entries(rest)
        .filter(([, value]) => value !== undefined)
        .toSorted(),
    )
  return keyOf(one) === keyOf(other)
}

/** Returns the URL's state for a view, at page 1 and without undefined fields. */
const viewSearchOf = (search: ListSearch) =>
  Object.fromEntries(
    Object.entries({ ...search, page: 1 }).filter((entry) => entry[1] !== undefined),
  ) as Record<string, string | number | boolean>

/** Returns the person's saved views for the merchant. Each change resolves once the server has saved it. */
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
      save.mutateAsync({ list, name, search: viewSearchOf(search) }),
    rename: (id: string, name: string) => rename.mutateAsync({ id, name }),
    remove: (id: string) => remove.mutateAsync({ id }),
  }
}

const FormerViews = z.array(z.object({ name: z.string(), search: z.unknown() }))

type FormerView = { name: string; search: ListSearch }
type SearchParser = { parse: (search: unknown) => ListSearch }
type SaveView = (view: {
  name: string
  search: ReturnType<typeof viewSearchOf>
}) => Promise<unknown>

/**
 * Moves the views of payments that earlier versions stored in the browser to the server. A view stays stored
 * until the server has saved it.
 */
function useFormerViews(merchantId: string | undefined, read: SearchParser, save: SaveView) {
  useEffect(() => {
    if (merchantId === undefined) return
    const key = `incasso.transaction-views.${merchantId}`
    const former = readFormer(key, read)
    if (former.length === 0) return
    // Removed from the browser before they are saved, so that another tab does not save the same views.
    localStorage.removeItem(key)
    void moveAll(key, former, save)
  }, [merchantId, read, save])
}

function readFormer(key: string, read: SearchParser): FormerView[] {
  try {
    const former = FormerViews.parse(JSON.parse(localStorage.getItem(key) ?? '[]'))
    return former.map(({ name, search }) => ({ name, search: read.parse(search) }))
  } catch {
    // Storage may be forbidden or contain invalid data.
    return []
  }
}

/** Saves each view on the server, and stores views that the server refused in the browser again. */
async function moveAll(key: string, former: readonly FormerView[], save: SaveView) {
  const unmoved: FormerView[] = []
  for (const view of former) {
    const moved = save({ name: view.name, search: viewSearchOf(view.search) })
    if (
      !(await moved.then(
        () => true,
        () => false,
      ))
    )
      unmoved.push(view)
  }
  if (unmoved.length > 0) localStorage.setItem(key, JSON.stringify(unmoved))
}

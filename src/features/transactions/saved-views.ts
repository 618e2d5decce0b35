import { useLocalStorage } from '@mantine/hooks'
import { z } from 'zod'
import { TransactionSearch } from './transaction-search.ts'

/** A name for an address: which rows it shows is decided anew each time it is opened. */
const SavedView = z.object({ id: z.string(), name: z.string(), search: TransactionSearch })
export type SavedView = z.infer<typeof SavedView>

function readViews(text: string | undefined): SavedView[] {
  try {
    return z.array(SavedView).parse(JSON.parse(text ?? '[]'))
  } catch {
    return []
  }
}

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

/** The views that people of this merchant saved in this browser. */
export function useSavedViews(merchantId: string) {
  const [views, setViews] = useLocalStorage<SavedView[]>({
    key: `incasso.transaction-views.${merchantId}`,
    defaultValue: [],
    deserialize: readViews,
    getInitialValueInEffect: false,
  })
  return {
    views,
    save: (name: string, search: TransactionSearch) =>
      setViews((before) => [
        ...before,
        { id: crypto.randomUUID(), name, search: { ...search, page: 1 } },
      ]),
    rename: (id: string, name: string) =>
      setViews((before) => before.map((view) => (view.id === id ? { ...view, name } : view))),
    remove: (id: string) => setViews((before) => before.filter((view) => view.id !== id)),
  }
}

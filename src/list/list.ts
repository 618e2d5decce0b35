import type { LinkProps } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import type { Column } from '#client/components/list/sort-heads.tsx'
import type { ListOfViews } from '#client/features/views/saved-views.ts'
import type { ListInput, ListState } from './list-search.ts'

export type ListRow = { id: string }

/** A page of rows, as the server answers it. */
export type ListResult<Row> = { data: Row[]; total: number; totalExact: boolean }

/** A query of the page of rows, as tRPC's hooks have it. */
export type ListQuery<Row> = {
  data: ListResult<Row> | undefined
  error: unknown
  refetch: () => unknown
  isFetching: boolean
  isPlaceholderData: boolean
}

export type ListChange<Search> = (changed: Partial<Search>) => void

/** A chip that the list makes itself. */
export type OwnChip<Search, Row> = ComponentType<{
  search: Search
  /** The first row of the page, which may tell what an id is called. */
  first: Row | undefined
  onChange: ListChange<Search>
}>

type Choice<Search, Key extends keyof Search> = {
  kind: 'choice'
  field: Key
  add: string
  options: readonly NonNullable<Search[Key]>[]
  nameOf: (value: NonNullable<Search[Key]>) => string
  describe: (name: string) => string
}

export type ListFilter<Search, Row> =
  | { [Key in keyof Search]: Choice<Search, Key> }[keyof Search]
  | ('paymentMethod' extends keyof Search ? { kind: 'method' } : never)
  | ('currency' extends keyof Search ? { kind: 'currency' } : never)
  | ('minAmount' extends keyof Search ? { kind: 'amount' } : never)
  | ('period' extends keyof Search ? { kind: 'days' } : never)
  | { kind: 'own'; Chip: OwnChip<Search, Row> }

/** A sum above the rows, and the filter that shows what it adds up; without one it is only told. */
export type ListSum<Search> = { key: string; text: string; opens?: Partial<Search> }

export type ListSummary<Search> = {
  /** How many rows have each status; undefined while that is not known, or where they are too many. */
  counts: readonly { status: string; count: number }[] | undefined
  /** True where the rows are too many to be added up. */
  isTooMany: boolean
  isStale: boolean
  isError: boolean
  /** How many rows the list has, in words. */
  countText: (shown: string, count: number) => string
  /** Undefined while they are not known. */
  sums: readonly ListSum<Search>[] | undefined
  /** Replaces the tabs of the statuses in part; missing where there are no others. */
  tabs?: {
    search: Search
    /** True while a tab of `further` is the current one. */
    isFurther: boolean
    further: ReactNode
  }
}

export type ListColumn<Row, Field extends string, Context> = Column<Field> & {
  /** A `td`: plain elements, since a hundred rows of components would keep the page from answering. */
  cell: (row: Row, context: Context & { timezone: string }) => ReactNode
}

/**
 * A list of the page. Search, filters in the address, tabs with counts, sums, sort, paging, saved views, export, cards on
 * phones and the states of loading and failing are made from it; its route says how rows are asked for, and what stands
 * where there are none.
 */
export type ListDefinition<
  Search extends ListState,
  Row extends ListRow,
  Field extends string,
  Context,
> = {
  to: NonNullable<LinkProps['to']>
  views: ListOfViews<Search>
  /** Names of the filters in the address. */
  filterKeys: readonly (keyof Search)[]
  exportAddress: string
  title: string
  /** Name of the region in which the rows stand. */
  region: string
  /** Words of its own, beside those that every list has. */
  words: {
    search: string
    searchPlaceholder: string
    sorts: Readonly<Record<Search['sort'], string>>
    /** Name of the tabs of statuses together. */
    tabs: string
    caption: string
    loadFailed: string
    noMatch: string
    tooMany?: string
  }
  sorts: readonly Search['sort'][]
  statuses: readonly NonNullable<Search['status']>[]
  nameOfStatus: (status: NonNullable<Search['status']>) => string
  filters: readonly ListFilter<Search, Row>[]
  columns: readonly ListColumn<Row, Field, Context>[]
  /** Fields by which cards are sorted, in the order of their buttons. */
  fields: readonly Field[]
  Cards: ComponentType<{ rows: readonly Row[]; timezone: string; context: Context }>
  /** Asks for the summary of the list, and shows it. */
  Summary: ComponentType<{
    search: Search
    input: ListInput<Search>
    children: (summary: ListSummary<Search>) => ReactNode
  }>
  /** Asks for one row, so that an export which would fail says so before the browser leaves. */
  probe: (input: ListInput<Search>) => Promise<unknown>
  /** The page on which a pasted reference lies; undefined where it is no reference. */
  findTarget?: (text: string) => Promise<string | undefined>
}

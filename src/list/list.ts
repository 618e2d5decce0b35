import type { LinkProps } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import type { Column } from '#client/components/list/sort-heads.tsx'
import type { ExportName } from '#client/features/exports/export-kinds.ts'
import type { ListOfViews } from '#client/features/views/saved-views.ts'
import type { ListInput, ListState } from './list-search.ts'

export type ListRow = { id: string }

/**
 * A page of rows, as in the server's response. `totalExact` is false when the server stopped counting at
 * `total`.
 */
export type ListResult<Row> = { data: Row[]; total: number; totalExact: boolean }

/** A query of a page of rows, in the shape of tRPC's hooks. */
export type ListQuery<Row> = {
  data: ListResult<Row> | undefined
  error: unknown
  refetch: () => unknown
  isFetching: boolean
  isPlaceholderData: boolean
}

/** Changes values in the list's URL. */
export type ListChange<Search> = (changed: Partial<Search>) => void

/** A filter chip with a component of the list's own. */
export type CustomChip<Search, Row> = ComponentType<{
  search: Search
  /** The first row of the page, which may contain the name for a filtered id. */
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

/**
 * A filter that only links can set. `first` is the first row of the page, which may contain the name for an
 * id.
 */
type LinkFilter<Search, Key extends keyof Search, Row> = {
  kind: 'link'
  field: Key
  describe: (value: NonNullable<Search[Key]>, first: Row | undefined) => string
}

/** A filter chip of a list. Each kind is available only where the list's URL has its values. */
export type ListFilter<Search, Row> =
  | { [Key in keyof Search]: Choice<Search, Key> | LinkFilter<Search, Key, Row> }[keyof Search]
  | ('paymentMethod' extends keyof Search ? { kind: 'method' } : never)
  | ('currency' extends keyof Search ? { kind: 'currency' } : never)
  | ('minAmount' extends keyof Search ? { kind: 'amount' } : never)
  | ('period' extends keyof Search ? { kind: 'days' } : never)
  | { kind: 'own'; Chip: CustomChip<Search, Row> }

/** Sums above the rows that are shown at first. More of them would wrap beside the tabs. */
export const SHOWN_SUMS = 3

export type ListSum<Search> = {
  key: string
  text: string
  /** The filter of its rows; without it the sum is plain text. */
  opens?: Partial<Search>
  /** Shown only on request, whatever its place. */
  isFurther?: boolean
}

export type ListSummary<Search> = {
  /** Row counts by status; undefined while unknown, or where the rows are too many. */
  counts: readonly { status: string; count: number }[] | undefined
  /** True where the rows are too many to add up. */
  isTooMany: boolean
  /** True while the figures belong to the previous filters. */
  isStale: boolean
  isError: boolean
  /** Returns the list's number of rows in words. */
  countText: (shown: string, count: number) => string
  /** Undefined while unknown. */
  sums: readonly ListSum<Search>[] | undefined
  /** Additional tabs, and the search that the status tabs link with; undefined without additional tabs. */
  tabs?: {
    search: Search
    /** Row counts of the status tabs, which ignore the tabs of `further`; undefined while unknown. */
    counts: readonly { status: string; count: number }[] | undefined
    /** True while a tab of `further` is selected. */
    isFurther: boolean
    further: ReactNode
  }
}

export type ListColumn<Row, Field extends string, Context> = Column<Field> & {
  /** Renders a `td` of plain elements: a hundred rows of components would block the page. */
  cell: (row: Row, context: Context & { timezone: string }) => ReactNode
}

/**
 * The definition of a list in the page. It supplies search, filters in the URL, tabs with counts, sums,
 * sorting, paging, saved views, export, cards on phones, and loading and error states. The list's route
 * supplies the query for rows and the content without rows.
 */
export type ListDefinition<
  Search extends ListState,
  Row extends ListRow,
  Field extends string,
  Context,
> = {
  to: NonNullable<LinkProps['to']>
  /** Undefined for a list without saved views. */
  views?: ListOfViews<Search>
  /** Names of the filters in the URL. */
  filterKeys: readonly (keyof Search)[]
  /** The list's rows as a file; undefined for a list without an export. */
  exportAs?: ExportName
  /** Further columns of that file, which depend on the filters. */
  exportColumns?: (search: Search) => Readonly<Record<string, boolean | undefined>>
  title: string
  /** Accessible name of the region that contains the rows. */
  region: string
  /** Texts of this list, in addition to the texts that all lists share. */
  words: {
    /** Undefined for a list without a search field. */
    search?: string
    searchPlaceholder?: string
    sorts: Readonly<Record<Search['sort'], string>>
    /** Names of the status tabs; plural, because each has a count. */
    tabNames: Readonly<Record<NonNullable<Search['status']>, string>>
    /** Accessible name of the group of status tabs. */
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
  /** Sort fields of the cards, in the order of their buttons. */
  fields: readonly Field[]
  Cards: ComponentType<{ rows: readonly Row[]; timezone: string; context: Context }>
  /** Requests the list's summary and shows it. */
  Summary: ComponentType<{
    search: Search
    input: ListInput<Search>
    children: (summary: ListSummary<Search>) => ReactNode
  }>
  /** Requests one row, so that a failing export reports its error before the download starts. */
  checkExport?: (input: ListInput<Search>) => Promise<unknown>
  /** Resolves to the path for a pasted reference or id; undefined for other text. */
  findTarget?: (text: string) => Promise<string | undefined>
}

import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import type { Calendar, Database, Db } from '#db/tables.ts'
import type { RowPosition } from '#server/shared/cursor.ts'
import type { Minor } from '#server/shared/money/money.ts'
import type { MerchantCtx } from '../context.ts'

/** Maximum number of matches of a text search that are read, newest first, so that a common word costs little. */
export const MAX_MATCHES = 10_000

/** Filter that every list supports, in the database's units. Each list adds its own fields. */
export type ListFilter = {
  merchantId: string
  /** Number of the merchant's calendar (0 or 1) whose business days `from` and `to` name. */
  calendar: Calendar
  dialect: Dialect
  from?: string | undefined
  to?: string | undefined
  /** Start of `from` and end of `to` as ISO-8601, to search the index. The day in the row decides. */
  fromInstant?: string | undefined
  beforeInstant?: string | undefined
  minAmount?: Minor | undefined
  maxAmount?: Minor | undefined
}

/** All rows that match the filter, or with `ids` only the matching rows among these. */
export type RowSet<Filter> = { filter: Filter; ids?: readonly string[] }

/**
 * Rows that a list reads: a first set and, in addition, the rows `others`, which must not be in the first set. For
 * example, a date in a search finds the payments of that day, and as `others` payments whose texts contain the date.
 */
export type ListScope<Filter> = RowSet<Filter> & { others?: Required<RowSet<Filter>> | undefined }

/** Filters of a list as a caller sends them: days as `YYYY-MM-DD`, amounts as decimals such as `12.50`. */
export type ListFilterInput = {
  search?: string | undefined
  from?: string | undefined
  to?: string | undefined
  minAmount?: string | undefined
  maxAmount?: string | undefined
}

/** A request for a page of a list, as a caller sends it. */
export type ListRequest<Sort extends string> = ListFilterInput & {
  sort: Sort
  limit: number
  page?: number | undefined
  cursor?: string | undefined
}

/** Range of rows in the order of a sort: after the position `after`, skip `offset` rows and read at most `limit`. */
export type ListSlice<Sort extends string> = {
  sort: Sort
  limit: number
  offset?: number
  after?: RowPosition | undefined
}

/** Count and sum of the rows of one status and currency. */
export type ListGroup = { status: string; currency: string; count: number; amount: Minor }

type Condition<Table extends keyof Database, Filter, Value> =
  | 'equal'
  | ((eb: ExpressionBuilder<Database, Table>, value: Value, filter: Filter) => Expression<SqlBool>)

type OwnFields<Filter> = Exclude<keyof Filter, keyof ListFilter>

/** Condition of each filter field: `equal` compares the column of the same name; a function returns a condition. */
export type ListConditions<Table extends keyof Database, Filter> = {
  [Field in OwnFields<Filter>]-?: Condition<Table, Filter, NonNullable<Filter[Field]>>
}

/** The part of a list that its queries need. */
export type ListedTable<
  Row extends { id: string },
  Filter extends ListFilter,
  Sort extends string,
> = {
  /** A table with the columns `merchantId`, `id` and `createdAt`. */
  table: keyof Database
  /** Columns that are read of each row. */
  columns: readonly (keyof Row & string)[] | 'all'
  conditions: Readonly<Record<OwnFields<Filter> & string, unknown>>
  /** Column of the business day; undefined when rows have none and instants decide. */
  dayColumn?: (calendar: Calendar) => string
  sorts: readonly Sort[]
  /** Sorted columns that hold numbers. */
  numbers?: readonly string[]
  /** A sorted column whose values are all different, so that the order needs no id as second column. */
  unique?: string
  /** Column of the status by which rows are counted and summed; `status` by default. */
  groupBy?: keyof Row & string
  /** Sorted columns without an index: the database sorts all rows that match for each page. */
  unindexed?: readonly string[]
  /**
   * Filter fields that each have an index whose rows are in the order of creation. The most selective field comes
   * first: a read uses the index of the first field that the filter has.
   */
  indexed: readonly OwnFields<Filter>[]
  /** A field that leaves so few rows that every sort reads only these rows. */
  fewBy?: OwnFields<Filter>
  /** Returns the stored counts and sums of the matching rows; undefined when none are stored for this filter. */
  keptSums?: (db: Db, filter: Filter) => Promise<ListGroup[]> | undefined
}

/** Definition of a list, such as payments: its table, filters and sorts. Pages, totals and exports derive from it. */
export type ListDefinition<
  Table extends keyof Database,
  Row extends { id: string },
  Filter extends ListFilter,
  Sort extends string,
  Input extends ListFilterInput,
  ResponseRow,
> = ListedTable<Row, Filter, Sort> & {
  table: Table
  conditions: ListConditions<Table, Filter>
  dayColumn?: (calendar: Calendar) => keyof Database[Table] & string
  /** Resolves the filters that the caller sent; undefined when nothing can match. */
  find: (ctx: MerchantCtx, input: Input) => Promise<ListScope<Filter> | undefined>
  /** Converts rows to the form in which the API returns them. */
  toResponses: (ctx: MerchantCtx, rows: Row[]) => ResponseRow[] | Promise<ResponseRow[]>
}

/** Returns the column of a sort, without the `-` of a descending sort. */
export const sortColumnOf = (sort: string): string => sort.replace('-', '')

/** Returns the direction of a sort: `-amount` is descending, `amount` ascending. */
export const directionOf = (sort: string): 'asc' | 'desc' => (sort.startsWith('-') ? 'desc' : 'asc')

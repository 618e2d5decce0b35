import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import type { Calendar, Database, Db } from '#db/tables.ts'
import type { RowPosition } from '#server/shared/cursor.ts'
import type { Minor } from '#server/shared/money/money.ts'
import type { MerchantCtx } from '../context.ts'

/** Number of newest matches that a search reads, so that a common word costs no more than a rare one. */
export const MAX_MATCHES = 10_000

/** The filter of any list in the database's terms; each list adds its own fields. */
export type ListFilter = {
  merchantId: string
  /** Calendar in which the filter's days are counted. */
  calendar: Calendar
  dialect: Dialect
  from?: string | undefined
  to?: string | undefined
  /** Instants around `from` and `to`: the index is by instant, but the day in the row decides. */
  fromInstant?: string | undefined
  beforeInstant?: string | undefined
  minAmount?: Minor | undefined
  maxAmount?: Minor | undefined
}

/** Rows that a list reads: all that match the filter, or the matching ones among these ids. */
export type ListScope<Filter> = { filter: Filter; ids?: readonly string[] }

/** Filters of a list as a caller sends them. */
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

/** Rows after a position in the order of a sort; at most `limit`, after the first `offset`. */
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

/** Comparison of each filter field with a row: by the column of its name, or by an expression. */
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
  /** A sorted column without two equal values, whose index alone defines the order. */
  unique?: string
  /** Sorted columns without an index: the database sorts all rows that match for each page. */
  unindexed?: readonly string[]
  /** Fields that begin an index in the order of creation; the first one given leaves the fewest rows. */
  indexed: readonly OwnFields<Filter>[]
  /** A field that leaves so few rows that every sort reads only those. */
  fewBy?: OwnFields<Filter>
  /** Sums stored in addition to the rows; undefined when they do not cover a part of the filter. */
  keptSums?: (db: Db, filter: Filter) => Promise<ListGroup[]> | undefined
}

/** A list of the server: the source of its filters, sorts, cursors, pages, totals, sums and exports. */
export type ListDefinition<
  Table extends keyof Database,
  Row extends { id: string },
  Filter extends ListFilter,
  Sort extends string,
  Input extends ListFilterInput,
  Answer,
> = ListedTable<Row, Filter, Sort> & {
  table: Table
  conditions: ListConditions<Table, Filter>
  dayColumn?: (calendar: Calendar) => keyof Database[Table] & string
  /** Resolves the filters that the caller sent; undefined when nothing can match. */
  find: (ctx: MerchantCtx, input: Input) => Promise<ListScope<Filter> | undefined>
  answers: (ctx: MerchantCtx, rows: Row[]) => Answer[] | Promise<Answer[]>
}

export const sortColumnOf = (sort: string): string => sort.replace('-', '')

export const directionOf = (sort: string): 'asc' | 'desc' => (sort.startsWith('-') ? 'desc' : 'asc')

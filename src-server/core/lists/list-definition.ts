import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Dialect } from '#db/portable.ts'
import type { Calendar, Database, Db } from '#db/tables.ts'
import type { RowPlace } from '#server/shared/cursor.ts'
import type { Minor } from '#server/shared/money/money.ts'
import type { MerchantCtx } from '../context.ts'

/** A search looks at this many of the newest matches, so that a common word costs no more than a rare one. */
export const MAX_MATCHES = 10_000

/** The filter of any list as the database sees it; a list adds the fields of its own. */
export type ListFilter = {
  merchantId: string
  /** In which the days of the filter are counted. */
  calendar: Calendar
  dialect: Dialect
  from?: string | undefined
  to?: string | undefined
  /** Instants around `from` and `to`: the index is by instant, the truth is the day in the row. */
  fromInstant?: string | undefined
  beforeInstant?: string | undefined
  minAmount?: Minor | undefined
  maxAmount?: Minor | undefined
}

/** Rows that a list goes through: all that match the filter or, of these ids, those that match. */
export type ListScope<Filter> = { filter: Filter; ids?: readonly string[] }

/** Filters of a list as a caller sends them. */
export type ListNarrowing = {
  search?: string | undefined
  from?: string | undefined
  to?: string | undefined
  minAmount?: string | undefined
  maxAmount?: string | undefined
}

/** A page of a list as a caller asks for it. */
export type ListRequest<Sort extends string> = ListNarrowing & {
  sort: Sort
  limit: number
  page?: number | undefined
  cursor?: string | undefined
}

/** Rows after a place in the order of a sort; at most `limit`, after the first `offset`. */
export type ListSlice<Sort extends string> = {
  sort: Sort
  limit: number
  offset?: number
  after?: RowPlace | undefined
}

/** Rows of one status and currency, added up. */
export type ListGroup = { status: string; currency: string; count: number; amount: Minor }

type Condition<Table extends keyof Database, Filter, Value> =
  | 'equal'
  | ((eb: ExpressionBuilder<Database, Table>, value: Value, filter: Filter) => Expression<SqlBool>)

type OwnFields<Filter> = Exclude<keyof Filter, keyof ListFilter>

/** Fields of a filter and how each compares with a row: by the column of its name, or by an expression. */
export type ListConditions<Table extends keyof Database, Filter> = {
  [Field in OwnFields<Filter>]-?: Condition<Table, Filter, NonNullable<Filter[Field]>>
}

/** A list as what reads and compares its rows sees it. */
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
  /** Column of the business day; missing where rows have none and instants decide. */
  dayColumn?: (calendar: Calendar) => string
  sorts: readonly Sort[]
  /** Sorted columns that hold numbers. */
  numbers?: readonly string[]
  /** A sorted column without two equal values, whose index alone is the order. */
  unique?: string
  /** Sorted columns without an index: the database sorts all rows that match for each page. */
  unindexed?: readonly string[]
  /** Fields that begin an index in the order of creation; the first that is given leaves the fewest rows. */
  indexed: readonly OwnFields<Filter>[]
  /** A field that leaves so few rows that any order reads no others. */
  fewBy?: OwnFields<Filter>
  /** Sums that are kept beside the rows; undefined where they lack a part of the filter. */
  keptSums?: (db: Db, filter: Filter) => Promise<ListGroup[]> | undefined
}

/** A list of the server. Filters, sorts, cursors and pages, totals, sums and exports are made from it. */
export type ListDefinition<
  Table extends keyof Database,
  Row extends { id: string },
  Filter extends ListFilter,
  Sort extends string,
  Input extends ListNarrowing,
  Answer,
> = ListedTable<Row, Filter, Sort> & {
  table: Table
  conditions: ListConditions<Table, Filter>
  dayColumn?: (calendar: Calendar) => keyof Database[Table] & string
  /** Resolves the filters that were sent; undefined when nothing can match. */
  find: (ctx: MerchantCtx, input: Input) => Promise<ListScope<Filter> | undefined>
  answers: (ctx: MerchantCtx, rows: Row[]) => Answer[] | Promise<Answer[]>
}

export const sortColumnOf = (sort: string): string => sort.replace('-', '')

export const directionOf = (sort: string): 'asc' | 'desc' => (sort.startsWith('-') ? 'desc' : 'asc')

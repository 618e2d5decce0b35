import {
  CamelCasePlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely'

/** Queries whose results use the code's names for columns, not the database's. */
const translated = new WeakSet<object>()

/**
 * Translates names in queries to the names in the database, like Kysely's plugin. Kysely's own translation of results
 * works row by row, which took a twelfth of a list's time. So SQLite's driver names the columns as it reads them, and
 * all of PostgreSQL's rows use the names computed for the first.
 */
export class ColumnNames extends CamelCasePlugin {
  constructor() {
    // JSON in a column is a value: its keys are not renamed.
    super({ maintainNestedObjectKeys: true })
  }

  override transformQuery(args: PluginTransformQueryArgs): RootOperationNode {
    const query = super.transformQuery(args)
    translated.add(query)
    return query
  }

  override async transformResult({
    result,
  }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const [first] = result.rows ?? []
    if (!first) return result
    const columns = Object.keys(first)
    const names = columns.map((column) => this.camelCase(column))
    if (names.every((name, at) => name === columns[at])) return result
    const rows = result.rows.map((row) => {
      const named: UnknownRow = {}
      for (let at = 0; at < columns.length; at++) {
        named[names[at] as string] = row[columns[at] as string]
      }
      return named
    })
    return { ...result, rows }
  }

  nameOf = (column: string): string => this.camelCase(column)
  nameInDatabase = (name: string): string => this.snakeCase(name)
}

/** The translation between camelCase names in the code and snake_case names in the database. */
export const columnNames = new ColumnNames()

/**
 * Marks a query that was written by hand, so that its result has camelCase column names, like the results of Kysely's
 * queries.
 */
export const useCodeNames = (query: object): void => void translated.add(query)

const unchanged = (column: string): string => column

/**
 * Returns the function that converts a result's column names to camelCase. For a handwritten query without
 * `useCodeNames` it leaves them unchanged.
 */
export const nameOfColumn = (query: object): ((column: string) => string) =>
  translated.has(query) ? columnNames.nameOf : unchanged

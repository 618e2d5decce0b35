import {
  CamelCasePlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely'

/** Queries whose results are wanted with the names of the code, not those of the database. */
const translated = new WeakSet<object>()

/**
 * Kysely's plugin for the way there: names in queries become those of the database. On the way back
 * its work is done for each row by itself, which took a twelfth of a list's time; SQLite's driver
 * names the columns as it reads them, and PostgreSQL's rows get the names that the first one has.
 */
export class ColumnNames extends CamelCasePlugin {
  constructor() {
    // What a column holds is a value to us, also when it is JSON.
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

export const columnNames = new ColumnNames()

/** Says of a query that was written by hand that its result is wanted with the names of the code. */
export const namedByCode = (query: object): void => void translated.add(query)

const asItIs = (column: string): string => column

/** How a query wants the columns of its result named. */
export const nameOfColumn = (query: object): ((column: string) => string) =>
  translated.has(query) ? columnNames.nameOf : asItIs

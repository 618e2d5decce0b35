import {
  AddColumnNode,
  AlterTableNode,
  type ColumnDefinitionNode,
  ColumnNode,
  CreateIndexNode,
  CreateTableNode,
  createQueryId,
  ForeignKeyConstraintNode,
  type Kysely,
  type KyselyPlugin,
  PostgresQueryCompiler,
  RawNode,
  type ReferencesNode,
  type RootOperationNode,
  sql,
  type TableNode,
} from 'kysely'
import type { ForeignKey } from './citus.ts'
import { distributeNewTables } from './distribute.ts'
import { merchantColumn, placements } from './sharding.ts'

const nameOf = (table: TableNode): string => table.table.identifier.name

/**
 * Adapts a migration's schema changes to Citus. A new table is local until it is distributed, and a local table cannot
 * refer to a distributed one. So foreign keys, and checks of new columns, are added after the table is distributed.
 * Unique indexes that must include the merchant do so from the start.
 */
function shardedSchema(keys: ForeignKey[]): KyselyPlugin {
  return {
    transformQuery: ({ node }): RootOperationNode => {
      if (CreateTableNode.is(node)) return withoutForeignKeys(node, keys)
      if (AlterTableNode.is(node)) return withoutChecks(node, keys)
      if (CreateIndexNode.is(node)) return widenIndex(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

function withoutForeignKeys(node: CreateTableNode, keys: ForeignKey[]): CreateTableNode {
  const table = nameOf(node.table)
  const record = (name: string, columns: readonly ColumnNode[], to: ReferencesNode) => {
    keys.push({ table, name, parent: nameOf(to.table), definition: definitionOf(columns, to) })
  }
  const columns = node.columns.map((definition) => {
    const { references, ...rest } = definition
    if (!references) return definition
    // PostgreSQL's default name for the constraint.
    record(`${table}_${definition.column.column.name}_fkey`, [definition.column], references)
    return rest
  })
  const constraints = node.constraints?.filter((constraint) => {
    if (!ForeignKeyConstraintNode.is(constraint)) return true
    const { onDelete, name } = constraint
    if (!name) throw new Error(`a foreign key of ${table} has no name`)
    record(name.name, constraint.columns, {
      ...constraint.references,
      ...(onDelete && { onDelete }),
    })
    return false
  })
  return { ...node, columns, ...(constraints && { constraints }) }
}

/**
 * Removes the checks of new columns, and records them in `keys`, to be added later like foreign keys. Citus adds a
 * column only without its check, and a check only with a name. The name is PostgreSQL's default.
 */
function withoutChecks(node: AlterTableNode, keys: ForeignKey[]): AlterTableNode {
  const table = nameOf(node.table)
  const removeCheck = (definition: ColumnDefinitionNode): ColumnDefinitionNode => {
    const { check, ...rest } = definition
    if (!check) return definition
    if (!RawNode.is(check.expression)) throw new Error(`a check of ${table} is not written out`)
    const { sql: text } = compiler.compileQuery(check.expression, createQueryId())
    const name = `${table}_${definition.column.column.name}_check`
    keys.push({ table, name, parent: table, definition: `check (${text})` })
    return rest
  }
  const alterations = node.columnAlterations?.map((each) =>
    AddColumnNode.is(each) ? { ...each, column: removeCheck(each.column) } : each,
  )
  return { ...node, ...(alterations && { columnAlterations: alterations }) }
}

const compiler = new PostgresQueryCompiler()

function definitionOf(columns: readonly ColumnNode[], to: ReferencesNode): string {
  const listColumns = (nodes: readonly ColumnNode[]) =>
    nodes.map(({ column }) => `"${column.name}"`).join(', ')
  const end = to.onDelete === undefined ? '' : ` on delete ${to.onDelete}`
  return `foreign key (${listColumns(columns)}) references "${nameOf(to.table)}" (${listColumns(to.columns)})${end}`
}

function widenIndex(node: CreateIndexNode): CreateIndexNode {
  const table = node.table && nameOf(node.table)
  const placement = table === undefined ? undefined : placements[table]
  if (!table || !node.columns || placement?.kind !== 'distributed') return node
  if (!(node.name.name in (placement.widened ?? {}))) return node
  return { ...node, columns: [...node.columns, ColumnNode.create(merchantColumn(table))] }
}

/** Runs a migration on a distributed database, in the open transaction. */
export const wrapForShards =
  (up: (db: Kysely<unknown>) => Promise<void>) =>
  async (db: Kysely<unknown>): Promise<void> => {
    // A transaction that changes tables must use one connection per node.
    await sql`set local citus.multi_shard_modify_mode = sequential`.execute(db)
    await sql`set local citus.enable_unsafe_triggers = on`.execute(db)
    const keys: ForeignKey[] = []
    await up(db.withPlugin(shardedSchema(keys)))
    await distributeNewTables(db, keys)
  }

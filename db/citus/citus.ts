import { type Kysely, sql } from 'kysely'

/** A connection that reads Citus's catalogs, which describe how a database is distributed. */
type Catalog = Kysely<unknown>

const queryValue = async <T>(
  db: Catalog,
  query: ReturnType<typeof sql<{ value: T }>>,
): Promise<T> => {
  const { rows } = await query.execute(db)
  return (rows[0] as { value: T }).value
}

/** Returns false, without an error, on a PostgreSQL without Citus. */
const hasCitus = (db: Catalog): Promise<boolean> =>
  queryValue(db, sql`select to_regclass('pg_catalog.pg_dist_partition') is not null as value`)

/**
 * Returns the tables that Citus distributes, each with Citus's method: `h` if its rows are sharded, `n` if every node
 * has a copy. Empty without Citus.
 */
export async function distributedTables(db: Catalog): Promise<Map<string, string>> {
  if (!(await hasCitus(db))) return new Map()
  const { rows } = await sql<{ name: string; method: string }>`
    select relname as name, partmethod as method from pg_dist_partition
    join pg_class on pg_class.oid = logicalrelid
    where relnamespace = 'public'::regnamespace
  `.execute(db)
  return new Map(rows.map(({ name, method }) => [name, method]))
}

/** Returns true if the rows of merchants are sharded over nodes. */
export const isDistributed = async (db: Catalog): Promise<boolean> =>
  (await distributedTables(db)).has('merchants')

/** Returns why this database cannot be distributed, as a sentence; undefined if it can. */
export async function findObstacle(db: Catalog): Promise<string | undefined> {
  if (!(await hasCitus(db))) {
    return 'This database has no Citus: run `create extension citus` on each node, and name the workers with citus_add_node.'
  }
  const group = await queryValue<number>(db, sql`select groupid as value from pg_dist_local_group`)
  if (group !== 0) return 'This is a worker of the cluster: name the coordinator in DATABASE_URL.'
  const nodes = await queryValue<number>(
    db,
    sql`select count(*)::int as value from pg_dist_node where noderole = 'primary' and shouldhaveshards`,
  )
  if (nodes === 0) {
    return 'No node of the cluster takes shards: name the workers with citus_add_node.'
  }
  const isCoordinatorKnown = await queryValue<boolean>(
    db,
    sql`select exists (select 1 from pg_dist_node where groupid = 0) as value`,
  )
  if (!isCoordinatorKnown) {
    return 'The workers do not know the coordinator: call citus_set_coordinator_host with its address.'
  }
  const canPrepareTransactions = await queryValue<boolean>(
    db,
    sql`select coalesce(bool_and(success and result <> '0'), true) as value
      from run_command_on_workers('show max_prepared_transactions')`,
  )
  return canPrepareTransactions
    ? undefined
    : 'A worker prepares no transactions: set max_prepared_transactions on each node to at least its max_connections.'
}

/**
 * Counts the connections of other Incasso processes to this database. Those opened before the distribution would
 * continue as if nothing were distributed.
 */
export const countOtherConnections = (db: Catalog): Promise<number> =>
  queryValue(
    db,
    sql`select count(*)::int as value from pg_stat_activity
      where datname = current_database() and application_name = 'incasso' and pid <> pg_backend_pid()`,
  )

/** A unique index and its columns. `isConstraint` is true if it belongs to a primary key or a unique constraint. */
export type UniqueIndex = {
  name: string
  columns: string[]
  isConstraint: boolean
  isPrimary: boolean
}

/**
 * Returns the unique indexes of a table that do not include `column`. Citus forbids them once the table's rows are
 * distributed by this column.
 */
export async function findUniqueIndexesWithout(
  db: Catalog,
  { table, column }: { table: string; column: string },
): Promise<UniqueIndex[]> {
  const { rows } = await sql<UniqueIndex & { columns: string[] }>`
    select i.relname as name, x.indisprimary as "isPrimary",
      exists (select 1 from pg_constraint where conindid = i.oid and contype in ('p', 'u')) as "isConstraint",
      array(
        select a.attname::text from unnest(x.indkey) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.attnum order by place
      ) as columns
    from pg_index x join pg_class i on i.oid = x.indexrelid
    where x.indisunique and x.indrelid = ${`public.${table}`}::regclass
    order by i.relname
  `.execute(db)
  return rows.filter(({ columns }) => !columns.includes(column))
}

/** A foreign key of `table` that refers to `parent`. `definition` is the SQL that follows the constraint's name. */
export type ForeignKey = { table: string; name: string; parent: string; definition: string }

/** Returns the foreign keys between Incasso's tables. */
export async function foreignKeys(db: Catalog): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select c.relname as "table", conname as name, p.relname as parent,
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = conrelid join pg_class p on p.oid = confrelid
    where contype = 'f' and connamespace = 'public'::regnamespace
    order by 1, 2
  `.execute(db)
  return rows
}

/** Returns the names of all tables in PostgreSQL's schema `public`. */
export async function listTables(db: Catalog): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1
  `.execute(db)
  return rows.map(({ name }) => name)
}

export const countRows = (db: Catalog, table: string): Promise<number> =>
  queryValue(db, sql`select count(*) as value from ${sql.table(table)}`)

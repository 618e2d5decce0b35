import { type BulkConnection, quoteName } from '#db/postgres/bulk-connection.ts'

/** Kinds of the parts that the target lacks while it is filled, in the order in which they are restored. */
type PartKind = 'index' | 'unique' | 'foreign' | 'trigger'
type Part = { what: PartKind; table: string; name: string; definition: string }

const SQLITE_PARTS = `
  select type as what, tbl_name as "table", name, sql as definition from sqlite_master
  where type in ('index', 'trigger') and sql is not null order by type, name`

const POSTGRES_PARTS = `
  select case contype when 'f' then 'foreign' else 'unique' end as what,
    conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype in ('f', 'u') and connamespace = current_schema()::regnamespace
  union all
  select 'index', i.indrelid::regclass::text, c.relname, pg_get_indexdef(i.indexrelid)
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace
      and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  union all
  select 'trigger', t.tgrelid::regclass::text, t.tgname, pg_get_triggerdef(t.oid)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace
  order by 1, 2, 3`

// A unique constraint can be dropped only after the foreign keys that refer to it.
const DROP_ORDER: PartKind[] = ['foreign', 'trigger', 'index', 'unique']

/**
 * Drops the indexes, foreign keys and triggers of a database that is about to be filled, and stores their definitions
 * in it. Rows can then be inserted in any order, and each index is built once over all rows.
 */
export async function removeParts(target: BulkConnection): Promise<void> {
  await target.run(`create table move_set_aside (
    what text not null, table_name text not null, name text not null, definition text not null)`)
  await target.run(`create table move_progress (
    table_name text primary key, last_key text, copied integer not null, is_done integer not null)`)
  const parts = (await target.all(
    target.dialect === 'sqlite' ? SQLITE_PARTS : POSTGRES_PARTS,
  )) as Part[]
  await target.insert(
    'move_set_aside',
    ['what', 'table_name', 'name', 'definition'],
    parts.map(({ what, table, name, definition }) => [what, table, name, definition]),
  )
  for (const part of parts.toSorted(
    (a, b) => DROP_ORDER.indexOf(a.what) - DROP_ORDER.indexOf(b.what),
  )) {
    await target.run(dropStatement(part, target))
  }
}

function dropStatement({ what, table, name }: Part, { dialect }: BulkConnection): string {
  if (what === 'index') return `drop index ${quoteName(name)}`
  if (what !== 'trigger') return `alter table ${table} drop constraint ${quoteName(name)}`
  return `drop trigger ${quoteName(name)}${dialect === 'postgres' ? ` on ${table}` : ''}`
}

/** Returns the dropped indexes, constraints and triggers of these kinds that are not restored yet. */
export const listRemovedParts = async (
  target: BulkConnection,
  ...kinds: PartKind[]
): Promise<Part[]> =>
  (await target.all(`select what, table_name as "table", name, definition from move_set_aside
    where what in (${kinds.map((what) => `'${what}'`).join(', ')}) order by what, name`)) as Part[]

/**
 * Restores a dropped index, constraint or trigger. A foreign key is added without validation, which takes no time;
 * `validateReferences` validates it.
 */
export async function restorePart(target: BulkConnection, part: Part): Promise<void> {
  const { what, table, name, definition } = part
  const isConstraint = what === 'unique' || what === 'foreign'
  await target.inTransaction(async () => {
    await target.run(
      isConstraint
        ? `alter table ${table} add constraint ${quoteName(name)} ${definition}${what === 'foreign' ? ' not valid' : ''}`
        : definition,
    )
    await target.run(
      `delete from move_set_aside where what = '${what}' and name = '${name}' and table_name = '${table}'`,
    )
  })
}

/**
 * Checks that every row to which a foreign key refers exists. On SQLite, returns the number of violations. On
 * PostgreSQL, throws at a violation, otherwise marks each foreign key as validated and returns 0.
 */
export async function validateReferences(target: BulkConnection): Promise<number> {
  if (target.dialect === 'sqlite') return (await target.all('pragma foreign_key_check')).length
  const unvalidated = await target.all(`
    select conrelid::regclass::text as "table", conname as name from pg_constraint
    where contype = 'f' and not convalidated and connamespace = current_schema()::regnamespace`)
  for (const { table, name } of unvalidated) {
    await target.run(`alter table ${String(table)} validate constraint ${quoteName(String(name))}`)
  }
  return 0
}

/** Sets the sequences of the target, so that new rows get numbers after the copied ones. */
export async function continueSequences(target: BulkConnection): Promise<void> {
  if (target.dialect === 'sqlite') return
  const columns = await target.all(`
    select c.relname as "table", a.attname as "column",
      pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0
      and not a.attisdropped and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null
      and c.relname not like 'move\\_%'`)
  for (const { table, column, sequence } of columns) {
    const name = quoteName(String(column))
    await target.run(
      `select setval('${String(sequence)}', coalesce(max(${name}), 0) + 1, false) from ${quoteName(String(table))}`,
    )
  }
}

/** Drops the tables with the move's progress and removed parts, which only the filling needed. */
export async function dropHelpers(target: BulkConnection): Promise<void> {
  await target.run('drop table if exists move_set_aside')
  await target.run('drop table if exists move_progress')
}

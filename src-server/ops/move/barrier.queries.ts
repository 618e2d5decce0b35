import { sql } from 'kysely'
import { READ_ONLY } from '#db/failures.ts'
import type { Dialect } from '#db/portable.ts'
import type { Db, DialectDb } from '#db/tables.ts'

const runStatement = (db: Db, text: string) => sql.raw(text).execute(db)

/** Installs triggers that refuse every change of these tables. Their error message names the database `other`. */
export async function installBarrier(
  { db, dialect }: DialectDb,
  tables: readonly string[],
  other: string,
) {
  const message = `${READ_ONLY}: its data are moved to ${other}`.replaceAll("'", "''")
  if (dialect === 'postgres') {
    await runStatement(
      db,
      `create or replace function move_refuse() returns trigger language plpgsql as $$
      begin
        raise exception using message = '${message}', errcode = 'read_only_sql_transaction';
      end $$`,
    )
  }
  for (const name of tables) {
    for (const { trigger, definition } of barriersOf(name, { dialect, message })) {
      await runStatement(
        db,
        `drop trigger if exists "${trigger}"${dialect === 'postgres' ? ` on "${name}"` : ''}`,
      )
      await runStatement(db, definition)
    }
  }
}

type Refusal = { dialect: Dialect; message: string }

function barriersOf(table: string, { dialect, message }: Refusal) {
  if (dialect === 'postgres') {
    return [
      {
        trigger: 'move_refuse',
        definition: `create trigger move_refuse before insert or update or delete or truncate on "${table}"
          for each statement execute function move_refuse()`,
      },
    ]
  }
  return ['insert', 'update', 'delete'].map((change) => ({
    trigger: `move_refuse_${table}_${change}`,
    definition: `create trigger move_refuse_${table}_${change} before ${change} on "${table}"
      begin select raise(abort, '${message}'); end`,
  }))
}

/** Returns the triggers that refuse changes, each with its table: `customers move_refuse`. */
export async function listBarriers({ db, dialect }: DialectDb): Promise<string[]> {
  const text =
    dialect === 'sqlite'
      ? `select tbl_name || ' ' || name as barrier from sqlite_master
          where type = 'trigger' and name like 'move\\_refuse\\_%' escape '\\'`
      : `select c.relname || ' ' || t.tgname as barrier from pg_trigger t join pg_class c on c.oid = t.tgrelid
          where c.relnamespace = current_schema()::regnamespace and t.tgname = 'move_refuse' and t.tgenabled in ('O', 'A')`
  const { rows } = await sql<{ barrier: string }>`${sql.raw(text)}`.execute(db)
  return rows.map(({ barrier }) => barrier)
}

/** Returns true if triggers refuse every change of these tables. */
export async function isBarrierComplete(
  database: DialectDb,
  tables: readonly string[],
): Promise<boolean> {
  const existing = new Set(await listBarriers(database))
  const refusal = { dialect: database.dialect, message: '' }
  return tables.every((table) =>
    barriersOf(table, refusal).every(({ trigger }) => existing.has(`${table} ${trigger}`)),
  )
}

/** Removes the triggers that a move added to its source; older releases also recorded changes there. */
export async function removeTriggers({ db, dialect }: DialectDb): Promise<void> {
  if (dialect === 'sqlite') {
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_master where type = 'trigger' and name like 'move\_%' escape '\\'
    `.execute(db)
    for (const { name } of rows) await runStatement(db, `drop trigger "${name}"`)
  } else {
    const { rows } = await sql<{ name: string }>`
      select proname as name from pg_proc
      where pronamespace = current_schema()::regnamespace and proname like 'move\_%'
    `.execute(db)
    for (const { name } of rows) await runStatement(db, `drop function "${name}"() cascade`)
  }
  await runStatement(db, 'drop table if exists move_changes')
}

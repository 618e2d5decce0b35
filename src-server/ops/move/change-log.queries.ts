import { sql } from 'kysely'
import { READ_ONLY } from '#db/failures.ts'
import type { Dialect } from '#db/portable.ts'
import type { Db, DialectDb } from '#db/tables.ts'
import type { Table } from './tables.queries.ts'

/** What one round goes through: the keys of changed rows, each a JSON object, and the notes that named them. */
export type Changes = { keys: Map<string, string[]>; notes: number[] }

const run = (db: Db, text: string) => sql.raw(text).execute(db)

const keyOf = (row: 'new' | 'old', { key }: Table, dialect: Dialect): string => {
  const parts = key.map((name) => `'${name}', ${row}."${name}"`).join(', ')
  return dialect === 'sqlite' ? `json_object(${parts})` : `json_build_object(${parts})::text`
}

const isOtherKey = ({ key }: Table, dialect: Dialect): string =>
  key
    .map((name) =>
      dialect === 'sqlite'
        ? `old."${name}" is not new."${name}"`
        : `old."${name}" is distinct from new."${name}"`,
    )
    .join(' or ')

/** What notes the key of every row that is inserted, changed or deleted, in the same transaction. */
export function changeLogTexts(tables: readonly Table[], dialect: Dialect): string[] {
  const seq =
    dialect === 'sqlite'
      ? 'integer primary key autoincrement'
      : 'bigint generated always as identity primary key'
  return [
    `create table if not exists move_changes (seq ${seq}, table_name text not null, key text not null)`,
    ...tables.flatMap((table) =>
      dialect === 'sqlite' ? notesOnSqlite(table) : notesOnPostgres(table),
    ),
  ]
}

/** From now on every change is noted. */
export async function installChangeLog({ db, dialect }: DialectDb, tables: readonly Table[]) {
  for (const text of changeLogTexts(tables, dialect)) await run(db, text)
}

function notesOnSqlite(table: Table): string[] {
  const { name } = table
  const note = (row: 'new' | 'old') =>
    `insert into move_changes (table_name, key) values ('${name}', ${keyOf(row, table, 'sqlite')});`
  return [
    `create trigger move_note_${name}_i after insert on "${name}" begin ${note('new')} end`,
    `create trigger move_note_${name}_d after delete on "${name}" begin ${note('old')} end`,
    `create trigger move_note_${name}_u after update on "${name}" begin ${note('new')} end`,
    `create trigger move_note_${name}_k after update on "${name}" when ${isOtherKey(table, 'sqlite')}
      begin ${note('old')} end`,
  ]
}

function notesOnPostgres(table: Table): string[] {
  const { name } = table
  const note = (row: 'new' | 'old') =>
    `insert into move_changes (table_name, key) values ('${name}', ${keyOf(row, table, 'postgres')});`
  return [
    `create or replace function move_note_${name}() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        ${note('old')}
        return null;
      end if;
      ${note('new')}
      if tg_op = 'UPDATE' and (${isOtherKey(table, 'postgres')}) then
        ${note('old')}
      end if;
      return null;
    end $$`,
    `create trigger move_note_${name} after insert or update or delete on "${name}"
      for each row execute function move_note_${name}()`,
  ]
}

/** From now on every change is refused, whoever asks for it. */
export async function installBarrier(
  { db, dialect }: DialectDb,
  tables: readonly string[],
  other: string,
) {
  const message = `${READ_ONLY}: its data are moved to ${other}`.replaceAll("'", "''")
  if (dialect === 'postgres') {
    await run(
      db,
      `create or replace function move_refuse() returns trigger language plpgsql as $$
      begin
        raise exception using message = '${message}', errcode = 'read_only_sql_transaction';
      end $$`,
    )
  }
  for (const name of tables) {
    if (dialect === 'postgres') {
      await run(
        db,
        `create trigger move_refuse before insert or update or delete or truncate on "${name}"
          for each statement execute function move_refuse()`,
      )
      continue
    }
    for (const change of ['insert', 'update', 'delete']) {
      await run(
        db,
        `create trigger move_refuse_${name}_${change} before ${change} on "${name}"
          begin select raise(abort, '${message}'); end`,
      )
    }
  }
}

/** Takes away what a move has put into its source. */
export async function removeTriggers({ db, dialect }: DialectDb): Promise<void> {
  if (dialect === 'sqlite') {
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_master where type = 'trigger' and name like 'move\_%' escape '\\'
    `.execute(db)
    for (const { name } of rows) await run(db, `drop trigger "${name}"`)
  } else {
    const { rows } = await sql<{ name: string }>`
      select proname as name from pg_proc
      where pronamespace = current_schema()::regnamespace and proname like 'move\_%'
    `.execute(db)
    for (const { name } of rows) await run(db, `drop function "${name}"() cascade`)
  }
  await run(db, 'drop table if exists move_changes')
}

const FORGOTTEN_AT_ONCE = 10_000

/** What was taken over is noted no more. A change of a row that comes later has a note of its own. */
export async function forgetChanges({ db, dialect }: DialectDb, notes: readonly number[]) {
  for (let from = 0; from < notes.length; from += FORGOTTEN_AT_ONCE) {
    const some = JSON.stringify(notes.slice(from, from + FORGOTTEN_AT_ONCE))
    await (dialect === 'sqlite'
      ? sql`delete from move_changes where seq in (select value from json_each(${some}))`
      : sql`delete from move_changes
          where seq in (select value::bigint from json_array_elements_text(${some}::json))`
    ).execute(db)
  }
}

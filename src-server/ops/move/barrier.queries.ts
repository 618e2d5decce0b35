import { sql } from 'kysely'
import { READ_ONLY } from '#db/failures.ts'
import type { Db, DialectDb } from '#db/tables.ts'

const run = (db: Db, text: string) => sql.raw(text).execute(db)

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

/** Removes what a move has put into its source; older releases also noted changes there. */
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

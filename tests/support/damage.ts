import SqliteDatabase from 'better-sqlite3'
import { type RawBuilder, sql } from 'kysely'
import { inject } from 'vitest'
import { sqliteFile } from '#db/database.ts'
import type { TestApp } from './test-app.ts'

/**
 * Runs a statement that the database's own rules would refuse, to damage stored data. Disables triggers and foreign
 * keys for this statement only.
 */
export async function damage(app: TestApp, statement: RawBuilder<unknown>): Promise<void> {
  if (app.database.dialect === 'postgres') {
    await app.db.transaction().execute(async (trx) => {
      // On a cluster, the shards have triggers and foreign keys of their own.
      if (inject('cluster')) await sql`set local citus.propagate_set_commands = local`.execute(trx)
      await sql`set local session_replication_role = replica`.execute(trx)
      await statement.execute(trx)
    })
    return
  }
  const raw = new SqliteDatabase(sqliteFile(app.world.config.databaseUrl))
  raw.pragma('foreign_keys = off')
  const triggers = raw
    .prepare<[], { name: string; sql: string }>(
      `select name, sql from sqlite_master where type = 'trigger'
        and (name like '%\\_no\\_%' escape '\\' or name = 'transactions_amounts')`,
    )
    .all()
  for (const { name } of triggers) raw.exec(`drop trigger ${name}`)
  raw.exec(statement.compile(app.db).sql)
  for (const { sql: text } of triggers) raw.exec(text)
  raw.close()
}

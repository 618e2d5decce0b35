import SqliteDatabase from 'better-sqlite3'
import { type RawBuilder, sql } from 'kysely'
import { inject } from 'vitest'
import { sqliteFile } from '#db/database.ts'
import type { Db } from '#db/tables.ts'
import type { World } from '#server/core/context.ts'
import type { TestApp } from './test-app.ts'

/** Selects SQLite's triggers that refuse changes. */
const guardTriggers = `select name, sql from sqlite_master where type = 'trigger'
  and (name like '%\\_no\\_%' escape '\\' or name = 'transactions_amounts')`

async function damagePostgres(trx: Db, statement: RawBuilder<unknown>): Promise<void> {
  // On a cluster, the shards have triggers and foreign keys of their own.
  if (inject('cluster')) await sql`set local citus.propagate_set_commands = local`.execute(trx)
  await sql`set local session_replication_role = replica`.execute(trx)
  await statement.execute(trx)
}

async function damageSqlite(trx: Db, statement: RawBuilder<unknown>): Promise<void> {
  // Postpones the foreign key checks to the commit, which never comes: the transaction is rolled back.
  await sql`pragma defer_foreign_keys = on`.execute(trx)
  const { rows } = await sql<{ name: string; sql: string }>`${sql.raw(guardTriggers)}`.execute(trx)
  for (const { name } of rows) await sql`drop trigger ${sql.id(name)}`.execute(trx)
  await statement.execute(trx)
  for (const { sql: text } of rows) await sql.raw(text).execute(trx)
}

/** Thrown to roll a change back. */
class RolledBack extends Error {}

/** Examines the database while it is changed. Then rolls the change back, so that the next test finds it unchanged. */
export async function whileChanged<R>(
  app: TestApp,
  change: (trx: Db) => Promise<unknown>,
  examine: (world: World) => Promise<R>,
): Promise<R> {
  let examined: { found: R } | undefined
  const transaction = app.db.transaction().execute(async (trx) => {
    await change(trx)
    examined = { found: await examine({ ...app.world, db: trx }) }
    throw new RolledBack()
  })
  await transaction.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error
  })
  if (!examined) throw new Error('nothing was examined')
  return examined.found
}

/** Examines the database while it is damaged, by a statement that its triggers and foreign keys would refuse. */
export const whileDamaged = <R>(
  app: TestApp,
  statement: RawBuilder<unknown>,
  examine: (world: World) => Promise<R>,
): Promise<R> => {
  const damageIn = app.database.dialect === 'postgres' ? damagePostgres : damageSqlite
  return whileChanged(app, (trx) => damageIn(trx, statement), examine)
}

/**
 * Runs a statement that the database's own rules would refuse, to damage stored data. Disables triggers and foreign
 * keys for this statement only.
 */
export async function damage(app: TestApp, statement: RawBuilder<unknown>): Promise<void> {
  if (app.database.dialect === 'postgres') {
    await app.db.transaction().execute((trx) => damagePostgres(trx, statement))
    return
  }
  const raw = new SqliteDatabase(sqliteFile(app.world.config.databaseUrl))
  raw.pragma('foreign_keys = off')
  const triggers = raw.prepare<[], { name: string; sql: string }>(guardTriggers).all()
  for (const { name } of triggers) raw.exec(`drop trigger ${name}`)
  raw.exec(statement.compile(app.db).sql)
  for (const { sql: text } of triggers) raw.exec(text)
  raw.close()
}

import { sql } from 'kysely'
import type { Db } from '#db/tables.ts'

/** Sends an empty notification to the channel, on PostgreSQL. */
export const notifyChannel = (db: Db, channel: string) =>
  sql`select pg_notify(${channel}, '')`.execute(db)

import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#db/database.ts'
import { migrateToLatest } from '#db/migrate.ts'
import { startPostgres } from './postgres-server.ts'

/** One real server for the whole run; its migrated template is copied for each test. */
export default async function setup({ provide }: TestProject) {
  const server = await startPostgres()
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query('create database template_incasso')
  await admin.end()
  const database = openDatabase({ url: server.url.replace(/postgres$/, 'template_incasso') })
  await migrateToLatest(database)
  await database.close()
  provide('templateDatabase', server.url)
  return () => server.stop()
}

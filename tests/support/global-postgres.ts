import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#db/database.ts'
import { migrateToLatest } from '#db/migrate.ts'
import { dropOnEach, makeTemplate, nodesOf } from './citus-cluster.ts'
import { startPooler } from './pooler.ts'
import { startPostgres } from './postgres-server.ts'

/** URL of a Citus coordinator. If set, the tests run on its cluster, as the drill `sharded` does. */
const cluster = process.env.TEST_CITUS_URL

/** Starts one real server for the whole run. Each test copies its migrated template. */
export default async function setup({ provide }: TestProject) {
  if (cluster) return setUpCluster(provide, cluster)
  const server = await startPostgres()
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query('create database template_incasso')
  await admin.end()
  const database = openDatabase({ url: server.url.replace(/postgres$/, 'template_incasso') })
  await migrateToLatest(database)
  await database.close()
  provide('templateDatabase', server.url)
  const pooler = process.env.TEST_POOLER ? await startPooler(server.url) : undefined
  provide('pooler', pooler?.port)
  return async () => {
    await pooler?.stop()
    await server.stop()
  }
}

async function setUpCluster(provide: TestProject['provide'], coordinator: string) {
  const nodes = await nodesOf(coordinator)
  const template = `template_incasso_${process.pid}`
  await makeTemplate(nodes, template)
  provide('templateDatabase', coordinator)
  provide('cluster', { nodes, template })
  return () => dropOnEach(nodes, template)
}

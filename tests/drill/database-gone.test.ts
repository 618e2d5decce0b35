import pg from 'pg'
import { drill, type Tally } from '../support/drill.ts'
import { type KillableServer, startKillableServer } from '../support/killable-server.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { runTroubles, type Trouble } from '../support/trouble-drill.ts'

type Admin = (text: string) => Promise<unknown>

/** Returns an administrator that connects to another database of the same server. */
function adminOf(databaseUrl: string): { admin: Admin; name: string } {
  const url = new URL(databaseUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  return {
    name,
    admin: async (text) => {
      const client = new pg.Client({ connectionString: url.href })
      await client.connect()
      try {
        await client.query(text)
      } finally {
        await client.end()
      }
    },
  }
}

const terminateAll = (name: string) =>
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`

function terminatedConnections({ databaseUrl }: KillableServer): Trouble {
  const { admin, name } = adminOf(databaseUrl)
  return {
    name: 'every connection ended',
    begin: async () => {
      await admin(terminateAll(name))
    },
    end: async () => {},
    canRead: true,
    isBrief: true,
  }
}

function refusedConnections({ databaseUrl }: KillableServer): Trouble {
  const { admin, name } = adminOf(databaseUrl)
  const allow = (isAllowed: boolean) =>
    admin(`alter database ${name} allow_connections ${isAllowed}`)
  return {
    name: 'no connection accepted',
    begin: async () => {
      await allow(false)
      await admin(terminateAll(name))
    },
    end: async () => {
      await allow(true)
    },
    canRead: false,
  }
}

function readOnlyDatabase({ databaseUrl }: KillableServer): Trouble {
  const { admin, name } = adminOf(databaseUrl)
  const set = async (mode: 'on' | 'off') => {
    await admin(`alter database ${name} set default_transaction_read_only = ${mode}`)
    await admin(terminateAll(name))
  }
  return {
    name: 'read-only',
    begin: () => set('on'),
    end: () => set('off'),
    // A read may use a connection that was just terminated.
    canRead: false,
  }
}

async function runCycles(count: number): Promise<Tally> {
  const postgres = await startPostgres()
  try {
    const databaseUrl = postgres.url.replace(/postgres$/, 'incasso')
    await adminOf(databaseUrl).admin('create database incasso')
    const database = { url: databaseUrl, remove: async () => {} }
    await using server = await startKillableServer({}, { database })
    const haltedServer = (how: 'orderly' | 'crash'): Trouble => ({
      name: how === 'crash' ? 'PostgreSQL crashed' : 'PostgreSQL stopped',
      begin: () => postgres.halt(how),
      end: () => postgres.resume(),
      canRead: false,
    })
    const troubles = [
      haltedServer('crash'),
      terminatedConnections(server),
      haltedServer('orderly'),
      refusedConnections(server),
      readOnlyDatabase(server),
    ]
    return await runTroubles(server, troubles, count)
  } finally {
    await postgres.stop()
  }
}

drill({
  row: 'database-gone',
  what: 'PostgreSQL stopped, crashed, closed, read-only or cut off for a while under load: 503, and then all is well',
  only: 'postgres',
  quick: 2,
  full: 30,
  run: runCycles,
  selfTest: async () => {
    await using server = await startKillableServer({}, { fault: 'blunt' })
    return await runTroubles(server, [refusedConnections(server)], 1)
  },
})

import pg from 'pg'
import { drill, type Tally } from '../support/drill.ts'
import { type KillableServer, killableServer } from '../support/killable-server.ts'
import { startPostgres } from '../support/postgres-server.ts'
import { livesThrough, type Trouble } from '../support/troubled.ts'

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

const endAll = (name: string) =>
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`

function withoutConnections({ databaseUrl }: KillableServer): Trouble {
  const { admin, name } = adminOf(databaseUrl)
  return {
    name: 'every connection ended',
    begin: async () => {
      await admin(endAll(name))
    },
    end: async () => {},
    canRead: true,
    isBrief: true,
  }
}

function closedDoor({ databaseUrl }: KillableServer): Trouble {
  const { admin, name } = adminOf(databaseUrl)
  const allow = (isAllowed: boolean) =>
    admin(`alter database ${name} allow_connections ${isAllowed}`)
  return {
    name: 'nobody let in',
    begin: async () => {
      await allow(false)
      await admin(endAll(name))
    },
    end: async () => {
      await allow(true)
    },
    canRead: false,
  }
}

function readOnly({ databaseUrl }: KillableServer): Trouble {
  const { admin, name } = adminOf(databaseUrl)
  const set = async (mode: 'on' | 'off') => {
    await admin(`alter database ${name} set default_transaction_read_only = ${mode}`)
    await admin(endAll(name))
  }
  return {
    name: 'read-only',
    begin: () => set('on'),
    end: () => set('off'),
    // A read may use a connection that was just terminated.
    canRead: false,
  }
}

async function cycles(count: number): Promise<Tally> {
  const postgres = await startPostgres()
  try {
    const databaseUrl = postgres.url.replace(/postgres$/, 'incasso')
    await adminOf(databaseUrl).admin('create database incasso')
    const database = { url: databaseUrl, remove: async () => {} }
    await using server = await killableServer({}, { database })
    const halted = (how: 'orderly' | 'crash'): Trouble => ({
      name: how === 'crash' ? 'PostgreSQL crashed' : 'PostgreSQL stopped',
      begin: () => postgres.halt(how),
      end: () => postgres.resume(),
      canRead: false,
    })
    const troubles = [
      halted('crash'),
      withoutConnections(server),
      halted('orderly'),
      closedDoor(server),
      readOnly(server),
    ]
    return await livesThrough(server, troubles, count)
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
  run: cycles,
  selfTest: async () => {
    await using server = await killableServer({}, { fault: 'blunt' })
    return await livesThrough(server, [closedDoor(server)], 1)
  },
})

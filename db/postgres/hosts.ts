import type pg from 'pg'
import { postgresDriver } from './postgres-driver.ts'

/** `postgres://me:secret@a:5432,b:5432/name?…`, as PostgreSQL's own programs take it. */
const several = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?@]*,[^/?@]*)((?:[/?].*)?)$/

/** An address for each host that this one names. */
export function addressesOf(url: string): string[] {
  const [, before, hosts, after] = several.exec(url) ?? []
  if (hosts === undefined) return [url]
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/** The one that takes writes is the only one that serves: which of them it is must be asked for by name. */
export const asksForWriter = (url: string): boolean =>
  /[?&]target_session_attrs=(?:read-write|primary)(?:&|$)/.test(url)

/** None of the hosts takes writes now, as while a standby has not been promoted yet. */
export class NoWriterError extends AggregateError {
  /** As PostgreSQL says it of itself: not connected now, but perhaps in a moment. */
  readonly code = '57P03'

  constructor(errors: unknown[]) {
    super(errors, 'none of the hosts in the address of the database takes writes now')
  }
}

const ANSWER_WITHIN_MS = 2_000

type Place = { host: string; port: number }

async function writerAt(address: string): Promise<Place> {
  const { Client } = postgresDriver()
  const client = new Client({
    connectionString: address,
    application_name: 'incasso host',
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  })
  // It is told to whoever waits for the connection or the query.
  client.on('error', () => {})
  try {
    await client.connect()
    // A standby answers `on`, as does a server that was told to take no writes.
    const { rows } = await client.query('show transaction_read_only')
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('it takes no writes')
    return { host: client.host, port: client.port }
  } finally {
    // Whether it could still say goodbye is of no interest.
    client.end().catch(() => undefined)
  }
}

/** Asks all of them at once, and takes the first that takes writes. */
const findWriter = (addresses: readonly string[]): Promise<Place> =>
  Promise.any(addresses.map(writerAt)).catch((error: unknown) => {
    throw new NoWriterError(error instanceof AggregateError ? error.errors : [error])
  })

type ClientClass = new (config?: pg.ClientConfig) => pg.Client

/**
 * The class by which to connect to this address. Where it names several hosts each new connection asks which of
 * them takes writes; those that are opened at the same moment ask once.
 */
export function clientClassFor(url: string): ClientClass {
  const addresses = addressesOf(url)
  if (addresses.length === 1) return postgresDriver().Client
  let looking: Promise<Place> | undefined
  const writer = (): Promise<Place> => {
    looking ??= findWriter(addresses).finally(() => {
      looking = undefined
    })
    return looking
  }
  return class extends postgresDriver().Client {
    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionString: addresses[0] })
    }

    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
      if (!callback) return this.#toWriter().then(() => super.connect())
      const told = (error: Error) => callback(error)
      void this.#toWriter().then(() => super.connect(told), told)
    }

    async #toWriter(): Promise<void> {
      Object.assign(this, await writer())
    }
  }
}

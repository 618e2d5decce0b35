import type pg from 'pg'
import { postgresDriver } from './postgres-driver.ts'

/** Matches `postgres://me:secret@a:5432,b:5432/name?…`, as PostgreSQL's own programs accept it. */
const multiHostUrl = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?@]*,[^/?@]*)((?:[/?].*)?)$/

/** Returns one URL for each host that this PostgreSQL URL lists, in the same order. */
export function hostUrlsOf(url: string): string[] {
  const [, before, hosts, after] = multiHostUrl.exec(url) ?? []
  if (hosts === undefined) return [url]
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/**
 * Returns true if the URL requests the writable host. Only that host can serve, so a URL with several hosts must
 * request it.
 */
export const requiresWriter = (url: string): boolean =>
  /[?&]target_session_attrs=(?:read-write|primary)(?:&|$)/.test(url)

/** Thrown if none of the hosts accepts writes now, for example before a standby is promoted. */
export class NoWriterError extends AggregateError {
  /** PostgreSQL's own code for a server that cannot accept connections now, but may in a moment. */
  readonly code = '57P03'

  constructor(errors: unknown[]) {
    super(errors, 'none of the hosts in the address of the database takes writes now')
  }
}

const RESPONSE_TIMEOUT_MS = 2_000

type HostPort = { host: string; port: number }

/** @throws if the host of this URL cannot be reached or does not accept writes. */
async function probeWriter(hostUrl: string): Promise<HostPort> {
  const { Client } = postgresDriver()
  const client = new Client({
    connectionString: hostUrl,
    application_name: 'incasso host',
    connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
    query_timeout: RESPONSE_TIMEOUT_MS,
  })
  // The pending connect or query rejects with the error.
  client.on('error', () => {})
  try {
    await client.connect()
    // A standby returns `on`, and so does a server that was set to read-only.
    const { rows } = await client.query('show transaction_read_only')
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('it takes no writes')
    return { host: client.host, port: client.port }
  } finally {
    // A failed close does not matter.
    client.end().catch(() => undefined)
  }
}

/** Queries all hosts at once, and returns the first that accepts writes. */
const findWriter = (hostUrls: readonly string[]): Promise<HostPort> =>
  Promise.any(hostUrls.map(probeWriter)).catch((error: unknown) => {
    throw new NoWriterError(error instanceof AggregateError ? error.errors : [error])
  })

type ClientClass = new (config?: pg.ClientConfig) => pg.Client

/**
 * Returns the class that connects to this URL. If it names several hosts, each new connection first finds the one that
 * accepts writes. Connections that are opened at the same moment share one search.
 */
export function clientClassFor(url: string): ClientClass {
  const hostUrls = hostUrlsOf(url)
  if (hostUrls.length === 1) return postgresDriver().Client
  let pendingSearch: Promise<HostPort> | undefined
  const currentWriter = (): Promise<HostPort> => {
    pendingSearch ??= findWriter(hostUrls).finally(() => {
      pendingSearch = undefined
    })
    return pendingSearch
  }
  return class extends postgresDriver().Client {
    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionString: hostUrls[0] })
    }

    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
      if (!callback) return this.#toWriter().then(() => super.connect())
      const onFailure = (error: Error) => callback(error)
      void this.#toWriter().then(() => super.connect(onFailure), onFailure)
    }

    async #toWriter(): Promise<void> {
      Object.assign(this, await currentWriter())
    }
  }
}

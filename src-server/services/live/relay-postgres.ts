import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'
import { clientClassFor } from '#db/postgres/hosts.ts'
import type { Db } from '#db/tables.ts'
import type { Logger } from '#server/core/context.ts'
import { withTimeLimit } from '#server/core/work/time-limit.ts'
import { LiveChange } from '#server/shared/live-change.ts'
import type { LiveBus, LiveUpdate } from './live-bus.ts'
import { notifyChannel } from './notify-channel.queries.ts'

const CHANNEL = 'incasso_live'
/**
 * Maximum number of messages that wait to be sent. When more wait, one message replaces them all: everything may have
 * changed.
 */
const MAX_WAITING = 1000
/** Maximum number of messages in one query. */
const PER_QUERY = 100
/**
 * Least time between two sends. For PostgreSQL each is a transaction that is written to disk, and commits of
 * transactions that notify are serialized.
 */
const SEND_EVERY_MS = 50
/** Time limit for a connection, for a query, and for the arrival of a test notification. */
const RESPONSE_TIMEOUT_MS = 5000
const NO_NOTIFICATIONS =
  'changes of other processes do not arrive: open pages show them after their next request. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself, past any pooler, and to the same database as DATABASE_URL'

/**
 * Message to the other processes. It contains the id of the changed object, not its content. A message without `change`
 * and `sessionsOf` means that everything may have changed.
 */
const Message = z.object({
  origin: z.string(),
  change: LiveChange.extend({ merchantId: z.string() }).optional(),
  /** Id of a person who has fewer sessions than before. */
  sessionsOf: z.string().optional(),
})
type Message = z.infer<typeof Message>

export type RelayOptions = {
  /** URL of PostgreSQL itself: LISTEN through a pooler never receives a notification. */
  url: string
  /** Connections for everything else. A notification sent through them must arrive over `url`. */
  db: Db
  live: LiveBus
  log: Logger
  /** Delay from the loss of a connection to the next attempt. */
  reconnectMs?: number
  /** Interval between probes of an idle connection. */
  probeMs?: number
}

/**
 * Relays live changes between processes on one PostgreSQL database, over a separate connection. Changes are hints and
 * not stored: after an interruption every page is notified to reload everything.
 */
export class PostgresRelay {
  readonly #options: Required<RelayOptions>
  readonly #Client: ReturnType<typeof clientClassFor>
  readonly #origin = randomUUID()
  /** Channel that only this process listens to, to test that notifications arrive. */
  readonly #echoChannel = `incasso_echo_${this.#origin.replaceAll('-', '')}`
  #waiting: Message[] = []
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #nextSend: NodeJS.Timeout | undefined
  #sentMs = Number.NEGATIVE_INFINITY
  #sending: Promise<void> = Promise.resolve()
  #isStopped = false
  #connecting: Promise<void> = Promise.resolve()

  constructor(options: RelayOptions) {
    this.#options = { reconnectMs: 1000, probeMs: 30_000, ...options }
    this.#Client = clientClassFor(options.url)
  }

  /**
   * Resolves once the relay listens, or once the first attempt to connect failed. Further attempts then follow in the
   * background.
   */
  async start(): Promise<void> {
    this.#options.live.forwardTo((update) => this.#forward(update))
    await this.#connect({ isFirst: true })
  }

  /** Sends the waiting messages and closes the connection. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#options.live.forwardTo(undefined)
    clearTimeout(this.#timer)
    await this.#connecting
    await this.#send()
    const client = this.#client
    this.#client = undefined
    await client?.end()
  }

  get isConnected(): boolean {
    return this.#client !== undefined
  }

  #connect(attempt: { isFirst: boolean }): Promise<void> {
    this.#connecting = this.#open(attempt)
    return this.#connecting
  }

  async #open({ isFirst }: { isFirst: boolean }): Promise<void> {
    const { url, live } = this.#options
    const client = new this.#Client({
      connectionString: url,
      application_name: 'incasso live',
      connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
      query_timeout: RESPONSE_TIMEOUT_MS,
      keepAlive: true,
    })
    // Without a listener Node would exit when the server goes away. `#handleLoss` acts on the first of both events
    // only.
    client.on('error', (error) => this.#handleLoss(client, error))
    client.on('end', () => this.#handleLoss(client))
    client.on('notification', ({ channel, payload, processId }) => {
      const isOwn = processId === (client as pg.Client & { processID: number }).processID
      if (channel === CHANNEL && !isOwn) this.#receive(payload ?? '')
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}; listen ${this.#echoChannel}`)
    } catch (error) {
      this.#retry(client, error)
      return
    }
    if (this.#isStopped) {
      await client.end()
      return
    }
    this.#client = client
    this.#probeLater(client)
    if (!isFirst) {
      // The changes during the interruption reached neither this process nor the other processes.
      live.receiveAnything()
      this.#waiting = [{ origin: this.#origin }]
    }
    void this.#send()
    await this.#listenToEcho(client)
  }

  /**
   * Checks that a notification committed on the other connections arrives on this one. Through a pooler, or in another
   * database, none ever arrives, and no error is raised.
   */
  async #listenToEcho(client: pg.Client): Promise<void> {
    const { db, live, log } = this.#options
    let listener: ((notification: pg.Notification) => void) | undefined
    const echo = new Promise<void>((resolve) => {
      listener = ({ channel }) => channel === this.#echoChannel && resolve()
      client.on('notification', listener)
    })
    let hasArrived = false
    try {
      await notifyChannel(db, this.#echoChannel)
      hasArrived = await withTimeLimit(RESPONSE_TIMEOUT_MS, echo).then(() => true, returnFalse)
    } catch {
      // The database is unreachable: other queries report that, and the next probe repeats this check.
      return
    } finally {
      if (listener) client.off('notification', listener)
    }
    if (this.#client !== client) return
    live.receivesOthers = hasArrived
    if (!hasArrived) log.error(NO_NOTIFICATIONS)
  }

  /** Discards a lost connection and schedules the next attempt to connect. */
  #handleLoss(client: pg.Client, error?: unknown): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#options.live.receivesOthers = false
    this.#retry(client, error)
  }

  #retry(client: pg.Client, error: unknown): void {
    // The connection may be half open, so an error while closing it does not matter.
    client.end().catch(() => undefined)
    if (this.#isStopped) return
    const { log, reconnectMs } = this.#options
    log.warn({ err: error }, 'live changes of other processes do not arrive; connecting again')
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#connect({ isFirst: false }), reconnectMs)
  }

  /** Probes the connection: one that a firewall dropped raises no event. */
  #probeLater(client: pg.Client): void {
    this.#timer = setTimeout(() => {
      client.query('select 1').then(
        () => {
          if (this.#client === client) this.#continueProbing(client)
          return undefined
        },
        (error: unknown) => this.#handleLoss(client, error),
      )
    }, this.#options.probeMs)
  }

  #continueProbing(client: pg.Client): void {
    this.#probeLater(client)
    if (this.#options.live.receivesOthers !== true) void this.#listenToEcho(client)
  }

  #receive(payload: string): void {
    const { live, log } = this.#options
    const message = Message.safeParse(parseJson(payload))
    if (!message.success) {
      log.warn('another process sent a live change that is not understood')
      return
    }
    const { origin, change, sessionsOf } = message.data
    if (origin === this.#origin) return
    if (change) live.receive(change)
    else if (sessionsOf !== undefined) void live.checkSessions(sessionsOf)
    else live.receiveAnything()
  }

  #forward(update: LiveUpdate): void {
    this.#waiting.push({ origin: this.#origin, ...update })
    // Beyond that limit, reloading everything is less work than single changes.
    if (this.#waiting.length > MAX_WAITING) this.#waiting = [{ origin: this.#origin }]
    this.#sendSoon()
  }

  /** Schedules the next send, which batches all messages until then. After a pause, messages coalesce per tick. */
  #sendSoon(): void {
    const waitMs = Math.max(0, this.#sentMs + SEND_EVERY_MS - performance.now())
    this.#nextSend ??= setTimeout(() => void this.#send(), waitMs)
  }

  /** Sends all waiting messages. Sends are serialized. */
  #send(): Promise<void> {
    clearTimeout(this.#nextSend)
    this.#nextSend = undefined
    this.#sending = this.#sending.then(() => this.#sendWaiting())
    return this.#sending
  }

  async #sendWaiting(): Promise<void> {
    const client = this.#client
    this.#sentMs = performance.now()
    // Messages that arrive meanwhile wait for the next send.
    for (let left = this.#waiting.length; left > 0; left -= PER_QUERY) {
      if (!client || this.#client !== client) return
      const messages = this.#waiting.splice(0, PER_QUERY).map((each) => JSON.stringify(each))
      const statement = 'select pg_notify($1, message) from unnest($2::text[]) as message'
      await client.query(statement, [CHANNEL, messages]).catch((error: unknown) =>
        // The other processes are notified to reload everything once the connection is open again.
        this.#handleLoss(client, error),
      )
    }
  }
}

const returnFalse = (): boolean => false

function parseJson(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}

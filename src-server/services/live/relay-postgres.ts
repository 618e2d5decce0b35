import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'
import { clientClassFor } from '#db/postgres/hosts.ts'
import type { Db } from '#db/tables.ts'
import type { Logger } from '#server/core/context.ts'
import { within } from '#server/core/work/within.ts'
import { LiveChange } from '#server/shared/live-change.ts'
import { notify } from './echo.queries.ts'
import type { LiveBus, LiveNews } from './live-bus.ts'

const CHANNEL = 'incasso_live'
const MAX_WAITING = 1000
const PER_QUERY = 100
/**
 * How soon after the last word the next is sent. For PostgreSQL each is a transaction that is written to the disk, and
 * while one that notifies is committed no other does.
 */
const SEND_EVERY_MS = 50
const ANSWER_WITHIN_MS = 5000
const DEAF =
  'changes of other processes are not heard: open pages see them when they ask again. Set DATABASE_DIRECT_URL to the address of PostgreSQL itself, past any pooler, and to the same database as DATABASE_URL'

/** What one process tells the others: only where to look. Without any news: look at everything. */
const Message = z.object({
  origin: z.string(),
  change: LiveChange.extend({ merchantId: z.string() }).optional(),
  /** Whose sessions are fewer than before. */
  sessionsOf: z.string().optional(),
})
type Message = z.infer<typeof Message>

export type RelayOptions = {
  /** Of PostgreSQL itself: what is listened to over a pooler is never heard. */
  url: string
  /** Over which everything else is written; from there a word must arrive here. */
  db: Db
  live: LiveBus
  log: Logger
  /** How long after a connection is lost the next is tried. */
  reconnectMs?: number
  /** How often an idle connection is looked at. */
  probeMs?: number
}

/**
 * Carries live changes between processes on one PostgreSQL, over a connection of its own. Changes are
 * hints and not kept: after an interruption everybody is told to look at everything.
 */
export class PostgresRelay {
  readonly #options: Required<RelayOptions>
  readonly #Client: ReturnType<typeof clientClassFor>
  readonly #origin = randomUUID()
  /** Nobody else listens to it. */
  readonly #echoes = `incasso_echo_${this.#origin.replaceAll('-', '')}`
  #waiting: Message[] = []
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #nextWord: NodeJS.Timeout | undefined
  #sentMs = Number.NEGATIVE_INFINITY
  #sending: Promise<void> = Promise.resolve()
  #isStopped = false
  #connecting: Promise<void> = Promise.resolve()

  constructor(options: RelayOptions) {
    this.#options = { reconnectMs: 1000, probeMs: 30_000, ...options }
    this.#Client = clientClassFor(options.url)
  }

  /** Resolves once it listens or the first try failed; it goes on trying by itself. */
  async start(): Promise<void> {
    this.#options.live.forwardTo((news) => this.#forward(news))
    await this.#connect({ isFirst: true })
  }

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

  #connect(how: { isFirst: boolean }): Promise<void> {
    this.#connecting = this.#open(how)
    return this.#connecting
  }

  async #open({ isFirst }: { isFirst: boolean }): Promise<void> {
    const { url, live } = this.#options
    const client = new this.#Client({
      connectionString: url,
      application_name: 'incasso live',
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
      keepAlive: true,
    })
    // Without a listener Node would exit when the server goes away; what to do is decided at `end`.
    client.on('error', (error) => this.#lost(client, error))
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ channel, payload, processId }) => {
      const isOwn = processId === (client as pg.Client & { processID: number }).processID
      if (channel === CHANNEL && !isOwn) this.#heard(payload ?? '')
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}; listen ${this.#echoes}`)
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
      // What others did meanwhile was not heard here, and what was done here not there.
      live.receiveAnything()
      this.#waiting = [{ origin: this.#origin }]
    }
    void this.#send()
    await this.#listenToEcho(client)
  }

  /**
   * Whether what is committed over the other connections is heard over this one. Through a pooler, or in another
   * database, nothing ever is, and nothing says so.
   */
  async #listenToEcho(client: pg.Client): Promise<void> {
    const { db, live, log } = this.#options
    let listener: ((notification: pg.Notification) => void) | undefined
    const echo = new Promise<void>((resolve) => {
      listener = ({ channel }) => channel === this.#echoes && resolve()
      client.on('notification', listener)
    })
    let isHeard = false
    try {
      await notify(db, this.#echoes)
      isHeard = await within(ANSWER_WITHIN_MS, echo).then(() => true, isLate)
    } catch {
      // The database is away: whoever asks it for something else says so, and this is tried again.
      return
    } finally {
      if (listener) client.off('notification', listener)
    }
    if (this.#client !== client) return
    live.hearsOthers = isHeard
    if (!isHeard) log.error(DEAF)
  }

  #lost(client: pg.Client, error?: unknown): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.#options.live.hearsOthers = false
    this.#retry(client, error)
  }

  #retry(client: pg.Client, error: unknown): void {
    // It may be half open; whether it can still say goodbye is of no interest.
    client.end().catch(() => undefined)
    if (this.#isStopped) return
    const { log, reconnectMs } = this.#options
    log.warn({ err: error }, 'live changes of other processes are not heard; trying again')
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#connect({ isFirst: false }), reconnectMs)
  }

  /** A connection that a firewall dropped is silent: it has to be asked. */
  #probeLater(client: pg.Client): void {
    this.#timer = setTimeout(() => {
      client.query('select 1').then(
        () => {
          if (this.#client === client) this.#goOn(client)
          return undefined
        },
        (error: unknown) => this.#lost(client, error),
      )
    }, this.#options.probeMs)
  }

  #goOn(client: pg.Client): void {
    this.#probeLater(client)
    if (this.#options.live.hearsOthers !== true) void this.#listenToEcho(client)
  }

  #heard(payload: string): void {
    const { live, log } = this.#options
    const message = Message.safeParse(parsed(payload))
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

  #forward(news: LiveNews): void {
    this.#waiting.push({ origin: this.#origin, ...news })
    // Beyond that, looking at everything is less work for everybody.
    if (this.#waiting.length > MAX_WAITING) this.#waiting = [{ origin: this.#origin }]
    this.#sendSoon()
  }

  /** With whatever else is told until then; after a pause, what is told in this turn of the event loop. */
  #sendSoon(): void {
    const waitMs = Math.max(0, this.#sentMs + SEND_EVERY_MS - performance.now())
    this.#nextWord ??= setTimeout(() => void this.#send(), waitMs)
  }

  /** One after the other: all that waits by then. */
  #send(): Promise<void> {
    clearTimeout(this.#nextWord)
    this.#nextWord = undefined
    this.#sending = this.#sending.then(() => this.#sendWaiting())
    return this.#sending
  }

  async #sendWaiting(): Promise<void> {
    const client = this.#client
    this.#sentMs = performance.now()
    // What comes meanwhile has a time of its own.
    for (let left = this.#waiting.length; left > 0; left -= PER_QUERY) {
      if (!client || this.#client !== client) return
      const messages = this.#waiting.splice(0, PER_QUERY).map((each) => JSON.stringify(each))
      const notify = 'select pg_notify($1, message) from unnest($2::text[]) as message'
      await client.query(notify, [CHANNEL, messages]).catch((error: unknown) =>
        // The others are told to look at everything once it is open again.
        this.#lost(client, error),
      )
    }
  }
}

const isLate = (): boolean => false

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}

import { Incasso } from '../incasso.ts'
import {
  eventStream,
  type Interruption,
  type Listening,
  type StreamedEvent,
} from './event-stream.ts'
import { forward } from './forward.ts'
import type { Credentials } from './key-store.ts'
import { ListenerStateFile } from './listener-state.ts'
import { type ExitCode, exitCodes, printable, type Terminal } from './output.ts'

/** Time without a forwarded event after which the command prints the reason. */
const SILENT_MS = 10_000

export type ListenOptions = {
  /** The endpoint; undefined to print events only. */
  forwardTo: URL | undefined
  /** Signs the events instead of the secret of the server. */
  secret: string | undefined
  /** Event types to forward; undefined for all. */
  types: readonly string[] | undefined
  isJson: boolean
  signal: AbortSignal
  idleMs?: number
  environment: NodeJS.ProcessEnv
}

/** Forwards webhook events until the signal aborts. */
export async function listen(
  credentials: Credentials,
  options: ListenOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { signal, environment } = options
  const state = new ListenerStateFile(environment, credentials)
  const killed = await state.read()
  const session = new ListenSession(credentials, options, terminal, {
    state,
    secret: killed?.secret,
  })
  try {
    for await (const item of eventStream(credentials, {
      signal,
      resumeFrom: killed?.lastEventId,
    })) {
      if (item.kind === 'listening') await session.begin(item)
      else if (item.kind === 'webhook') await session.handle(item)
      else session.interrupt(item)
    }
  } finally {
    session.stop()
  }
  // The next command begins a new listener, because the user ended this one.
  await state.remove()
  return exitCodes.done
}

class ListenSession {
  readonly #credentials: Credentials
  readonly #options: ListenOptions
  readonly #terminal: Terminal
  readonly #state: ListenerStateFile
  #secret: string | undefined
  #mode = ''
  #isDown = false
  /** Events of types that were not chosen, since the last forwarded one. */
  readonly #skipped: string[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(
    credentials: Credentials,
    options: ListenOptions,
    terminal: Terminal,
    { state, secret }: { state: ListenerStateFile; secret: string | undefined },
  ) {
    this.#state = state
    this.#credentials = credentials
    this.#options = options
    this.#terminal = terminal
    this.#secret = options.secret ?? secret
  }

  async begin({ mode, secret, resumed, missed, messageId }: Listening): Promise<void> {
    const isFirst = this.#mode === ''
    this.#mode = mode
    this.#secret = this.#options.secret ?? secret ?? this.#secret
    if (this.#isDown || !isFirst) this.#note(resumed ? 'listening again, no event lost' : '')
    this.#isDown = false
    if (missed > 0) this.#note(`${missed} events are lost: they were more than the server keeps`)
    await this.#state.write({ lastEventId: messageId, secret: this.#secret })
    if (isFirst && resumed) this.#note('continues after a listener that was killed')
    if (!resumed || isFirst) {
      if (!isFirst) this.#note('the listener had ended; events since then are lost')
      this.#print({ listening: mode, secret: this.#secret }, () => [
        `Listening to ${mode} mode of ${this.#credentials.url}`,
        `Signing secret: ${this.#secret}`,
      ])
    }
    this.#watch()
  }

  async handle(event: StreamedEvent): Promise<void> {
    const { types } = this.#options
    if (types !== undefined && !types.includes(event.type)) this.#skipped.push(event.type)
    else await this.#forward(event)
    await this.#state.write({ lastEventId: event.messageId, secret: this.#secret })
  }

  async #forward(event: StreamedEvent): Promise<void> {
    const { forwardTo } = this.#options
    const secret = this.#secret
    const { id, type, body } = event
    const delivery =
      forwardTo === undefined || secret === undefined
        ? undefined
        : await forward(forwardTo, { id, body, timestampS: this.#nowS() }, { secret })
    const at = new Date(this.#terminal.now()).toISOString().slice(11, 19)
    this.#print({ id, type, ...delivery }, () => [
      printable(
        `${at}  ${type}  ${id}${delivery ? `  → ${delivery.status ?? delivery.error}  ${delivery.durationMs} ms` : ''}`,
      ),
    ])
    this.#skipped.length = 0
    this.#watch()
  }

  #nowS(): number {
    return Math.floor(this.#terminal.now() / 1000)
  }

  interrupt({ why }: Interruption): void {
    if (!this.#isDown) this.#note(`connection lost (${why}); connecting again`)
    this.#isDown = true
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #watch(): void {
    clearTimeout(this.#timer)
    const { idleMs = SILENT_MS } = this.#options
    this.#timer = setTimeout(() => void this.#explain(), idleMs)
  }

  /** Prints once why no event arrives. */
  async #explain(): Promise<void> {
    if (this.#isDown) {
      this.#note(`no events arrive because ${this.#credentials.url} does not respond`)
      return
    }
    if (this.#skipped.length > 0) {
      const names = [...new Set(this.#skipped)].join(', ')
      this.#note(
        `none of the chosen events arrived, but events of other types did: ${names}. Change --events`,
      )
      return
    }
    const other = this.#mode === 'test' ? 'live' : 'test'
    const last = await this.#lastPayment()
    this.#note(
      `no event has occurred in ${this.#mode} mode${last}. This key receives no events of ${other} mode. Try: incasso trigger payment.completed`,
    )
  }

  /** Returns when the last payment was made, for a key that may read it. */
  async #lastPayment(): Promise<string> {
    const { key, url: baseUrl } = this.#credentials
    try {
      const client = new Incasso({ key, baseUrl, maxRetries: 0 })
      const { data } = await client.payments.list({ limit: 1 }).firstPage()
      return data[0] ? `; the last payment is of ${data[0].createdAt}` : '; it has no payment'
    } catch {
      // A key with the scope webhooks alone may not read payments.
      return ''
    }
  }

  #note(text: string): void {
    if (text !== '') this.#terminal.error(text)
  }

  #print(object: object, lines: () => string[]): void {
    if (this.#options.isJson) this.#terminal.out(JSON.stringify(object))
    else for (const line of lines()) this.#terminal.out(line)
  }
}

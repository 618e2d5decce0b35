import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import type { Kysely } from 'kysely'
import type { Database } from '#db/tables.ts'
import type { KeepAliveClient, PlainResponse, RequestOptions } from '../keep-alive.ts'
import type { KillableServer } from '../killable-server.ts'

type Json = ReturnType<typeof JSON.parse>

/** A caller's knowledge after one request. After `unknown` the server may have processed the request or not. */
export type Outcome =
  | { is: 'done'; json: Json; cookies: string[] }
  | { is: 'refused'; status: number; reason: string; body: string }
  | { is: 'unknown' }

/** Actions that a merchant's people or programs repeat, and the check of their results. */
export type Flow = {
  name: string
  /** Parallel runs; 1 by default. */
  atOnce?: number
  step: () => Promise<void>
  /** Compares acknowledged data with stored data, and records every difference. */
  check: (db: Kysely<Database>) => Promise<void>
}

export type FlowServer = Pick<KillableServer, 'url' | 'whenUp' | 'databaseUrl'>

/** Returns a unique name with at most 12 digits: more digits, as in a UUID, may be a card number. */
export const uniqueName = () => `q${randomBytes(6).toString('hex')}`

/** Resolves in the next tick of the event loop, after everything that is ready has run. */
export const yieldToEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Sends the requests of the flows, and collects the faults found. */
export class FlowClient extends EventEmitter<Record<string, []>> {
  /** Descriptions of acknowledged changes whose effect is missing in the database, also of erasures and revocations. */
  readonly lost: string[] = []
  /** Descriptions of changes that were made twice. */
  readonly doubled: string[] = []
  /** Descriptions of changes that were stored only in part. */
  readonly halved: string[] = []
  /** Descriptions of responses that no caller may get, such as 500. */
  readonly strange: string[] = []
  /** Number of acknowledged requests by flow. */
  readonly acknowledged = new Map<string, number>()
  isStopping = false
  readonly #server: FlowServer
  readonly #client: KeepAliveClient

  constructor(server: FlowServer, client: KeepAliveClient) {
    super()
    this.#server = server
    this.#client = client
    // Each waiting caller adds a listener.
    this.setMaxListeners(100)
  }

  /** Sends the request once. Emits `sent` and the flow's name, and `done` when it is acknowledged. */
  async sendOnce(flow: string, request: RequestOptions): Promise<Outcome> {
    const response = await this.#send(flow, request)
    if (!response) return { is: 'unknown' }
    const { status, headers, body } = response
    if (status < 300) {
      this.acknowledged.set(flow, (this.acknowledged.get(flow) ?? 0) + 1)
      this.emit('done')
      const cookies = [headers['set-cookie'] ?? []].flat()
      return { is: 'done', json: body === '' ? undefined : JSON.parse(body), cookies }
    }
    if (status >= 500 && !(status === 503 && headers['retry-after'] !== undefined)) {
      this.strange.push(
        `${flow}: ${status} to ${request.method} ${request.path}: ${body.slice(0, 200)}`,
      )
    }
    return { is: 'refused', status, reason: reasonOf(body), body }
  }

  /** Repeats the request until its outcome is known: neither missing, nor 503, nor still in progress. */
  async sendUntilResponse(
    flow: string,
    request: RequestOptions,
  ): Promise<Exclude<Outcome, { is: 'unknown' }>> {
    for (;;) {
      const outcome = await this.sendOnce(flow, request)
      const mustRepeat =
        outcome.is === 'unknown' ||
        (outcome.is === 'refused' &&
          (outcome.status === 503 || outcome.reason === 'idempotency_in_progress'))
      if (!mustRepeat) return outcome
      await yieldToEventLoop()
    }
  }

  /** Records a fault if the outcome is a refusal with a status below 500: the flow gives no reason to refuse. */
  reportIfRefused(flow: string, outcome: Outcome): void {
    if (outcome.is !== 'refused' || outcome.status >= 500) return
    this.strange.push(`${flow}: refused with ${outcome.status} ${outcome.body.slice(0, 200)}`)
  }

  async #send(flow: string, request: RequestOptions): Promise<PlainResponse | undefined> {
    await this.#server.whenUp()
    this.emit('sent')
    this.emit(flow)
    try {
      return await this.#client.send(request)
    } catch {
      // The server is down, so the caller cannot know whether it processed the request.
      await this.#server.whenUp()
      return undefined
    }
  }
}

function reasonOf(body: string): string {
  try {
    const problem: Json = JSON.parse(body)
    return String(problem.reason ?? problem.error?.data?.reason ?? problem.code ?? '')
  } catch {
    return ''
  }
}

/** Runs the flows until `stop` is called. */
export function startFlows(
  flowClient: FlowClient,
  flows: readonly Flow[],
): { stop: () => Promise<void> } {
  const runFlow = async ({ name, step }: Flow) => {
    while (!flowClient.isStopping) {
      await step().catch((error: unknown) => flowClient.strange.push(`${name}: ${String(error)}`))
      await yieldToEventLoop()
    }
  }
  const running = flows.flatMap((flow) =>
    Array.from({ length: flow.atOnce ?? 1 }, () => runFlow(flow)),
  )
  return {
    stop: async () => {
      flowClient.isStopping = true
      await Promise.all(running)
    },
  }
}

/** Waits for `count` more events of this name. */
export async function waitForEvents(
  flowClient: FlowClient,
  name: string,
  count: number,
): Promise<void> {
  for (let n = 0; n < count; n++) await once(flowClient, name)
}

import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import type { Kysely } from 'kysely'
import type { Database } from '#db/tables.ts'
import type { Asked, KeepAlive, PlainAnswer } from '../keep-alive.ts'
import type { KillableServer } from '../killable-server.ts'

type Json = ReturnType<typeof JSON.parse>

/** What a caller who asked once knows. After `unknown` it may have been done or not. */
export type Outcome =
  | { is: 'done'; json: Json; cookies: string[] }
  | { is: 'refused'; status: number; reason: string; body: string }
  | { is: 'unknown' }

/** Something that a merchant's people or programs do over and over, and what must be true of it. */
export type Flow = {
  name: string
  /** How many do it at once; one when it is not said. */
  atOnce?: number
  step: () => Promise<void>
  /** Compares what was acknowledged with what is stored, and notes every difference. */
  check: (db: Kysely<Database>) => Promise<void>
}

export type FlowServer = Pick<KillableServer, 'url' | 'whenUp' | 'databaseUrl'>

/** A name that nothing else has. At most 12 digits: more of them, as in a UUID, may be a card number. */
export const newMark = () => `q${randomBytes(6).toString('hex')}`

/** Gives everything that is ready its turn. */
export const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Where the flows act, and what was found there. */
export class Ground extends EventEmitter<Record<string, []>> {
  /** Acknowledged, and not there as it was acknowledged. */
  readonly lost: string[] = []
  readonly doubled: string[] = []
  /** There in part. */
  readonly halved: string[] = []
  /** Answers that no caller may get. */
  readonly strange: string[] = []
  readonly acknowledged = new Map<string, number>()
  isStopping = false
  readonly #server: FlowServer
  readonly #client: KeepAlive

  constructor(server: FlowServer, client: KeepAlive) {
    super()
    this.#server = server
    this.#client = client
    // One listener for each that waits.
    this.setMaxListeners(100)
  }

  /** Asks once. Emits `sent`, the flow's name, and `done` when it is acknowledged. */
  async ask(flow: string, asked: Asked): Promise<Outcome> {
    const answer = await this.#send(flow, asked)
    if (!answer) return { is: 'unknown' }
    const { status, headers, body } = answer
    if (status < 300) {
      this.acknowledged.set(flow, (this.acknowledged.get(flow) ?? 0) + 1)
      this.emit('done')
      const cookies = [headers['set-cookie'] ?? []].flat()
      return { is: 'done', json: body === '' ? undefined : JSON.parse(body), cookies }
    }
    if (status >= 500 && !(status === 503 && headers['retry-after'] !== undefined)) {
      this.strange.push(
        `${flow}: ${status} to ${asked.method} ${asked.path}: ${body.slice(0, 200)}`,
      )
    }
    return { is: 'refused', status, reason: reasonOf(body), body }
  }

  /** Asks again, the same, until there is an answer that says more than "not now". */
  async untilAnswered(flow: string, asked: Asked): Promise<Exclude<Outcome, { is: 'unknown' }>> {
    for (;;) {
      const outcome = await this.ask(flow, asked)
      const isLater =
        outcome.is === 'unknown' ||
        (outcome.is === 'refused' &&
          (outcome.status === 503 || outcome.reason === 'idempotency_in_progress'))
      if (!isLater) return outcome
      await nextTurn()
    }
  }

  /** Notes a refusal that nothing explains. */
  refused(flow: string, outcome: Outcome): void {
    if (outcome.is !== 'refused' || outcome.status >= 500) return
    this.strange.push(`${flow}: refused with ${outcome.status} ${outcome.body.slice(0, 200)}`)
  }

  async #send(flow: string, asked: Asked): Promise<PlainAnswer | undefined> {
    await this.#server.whenUp()
    this.emit('sent')
    this.emit(flow)
    try {
      return await this.#client.ask(asked)
    } catch {
      // The server is gone; whether it did it is not known.
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

/** Lets the flows act until they are told to stop. */
export function startFlows(ground: Ground, flows: readonly Flow[]): { stop: () => Promise<void> } {
  const act = async ({ name, step }: Flow) => {
    while (!ground.isStopping) {
      await step().catch((error: unknown) => ground.strange.push(`${name}: ${String(error)}`))
      await nextTurn()
    }
  }
  const running = flows.flatMap((flow) => Array.from({ length: flow.atOnce ?? 1 }, () => act(flow)))
  return {
    stop: async () => {
      ground.isStopping = true
      await Promise.all(running)
    },
  }
}

/** Waits for so many of these events from now on. */
export async function happenOn(ground: Ground, name: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await once(ground, name)
}

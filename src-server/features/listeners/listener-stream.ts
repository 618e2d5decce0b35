import type { ListenerEventRow } from '#db/tables/listener-tables.ts'
import { inTransaction, type World } from '#server/core/context.ts'
import { toIso } from '#server/shared/day.ts'
import { findKey } from '../api-keys/api-keys.queries.ts'
import {
  deleteEventsUpTo,
  listEventsAfter,
  listEventsWithoutPosition,
  setPosition,
  updateListener,
  updateOwnListener,
} from './listeners.queries.ts'
import { LEASE_MS, messageIdOf, type OpenedListener } from './open-listener.ts'

/** Number of newest events that are kept, so that a resumed stream can send them again. */
const KEPT_EVENTS = 1000
const BATCH = 100

export type StreamTimes = {
  /** Interval at which a stream looks for events that no change of this process announced. */
  pollMs: number
  /** Interval of comments that keep proxies from closing the stream, and of renewals of the lease. */
  heartbeatMs: number
  monotonicMs: () => number
}

const defaultTimes: StreamTimes = {
  pollMs: 1000,
  heartbeatMs: 15_000,
  monotonicMs: () => performance.now(),
}

const messageOf = (event: string, id: string, data: object): string =>
  `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`

/** The first message of a stream. */
export type ListeningMessage = {
  mode: 'test' | 'live'
  version: 'v1' | 'v2'
  /** Chosen types; null for all. */
  types: string[] | null
}

/** Yields the messages of a stream until the signal aborts, the process stops, or the listener or its key ends. */
export async function* listenerMessages(
  world: World,
  listener: OpenedListener,
  { signal, first, times = defaultTimes }: StreamOptions,
): AsyncGenerator<string> {
  const { merchantId, id, secret, isResumed, missed } = listener
  const changes = new ChangeSignal(world, merchantId, signal)
  let { position } = listener
  let renewedMs = times.monotonicMs()
  try {
    const listening = { listener: id, ...first, secret, resumed: isResumed, missed }
    yield messageOf('listening', messageIdOf({ id, position }), listening)
    while (!changes.isEnded) {
      const events = await readEvents(world, listener, position)
      if (events === undefined) return
      for (const event of events) {
        position = event.position ?? position
        yield messageOf('webhook', messageIdOf({ id, position }), dataOf(event))
      }
      if (times.monotonicMs() - renewedMs >= times.heartbeatMs) {
        if (!(await renewLease(world, listener, position))) return
        renewedMs = times.monotonicMs()
        yield ': still listening\n\n'
      }
      if (events.length < BATCH) await changes.next(times.pollMs)
    }
  } finally {
    await releaseListener(world, listener)
  }
}

export type StreamOptions = { signal: AbortSignal; first: ListeningMessage; times?: StreamTimes }

const dataOf = ({ id, eventType, isTest, createdAt, payload }: ListenerEventRow) => ({
  id,
  type: eventType,
  createdAt,
  test: isTest === 1,
  body: payload,
})

/** Signals changes of a merchant, made by this process or announced by other processes. */
class ChangeSignal {
  isEnded = false
  #hasChanged = false
  #wake: (() => void) | undefined

  constructor({ live, log }: World, merchantId: string, signal: AbortSignal) {
    const read = async () => {
      for await (const { type } of live.subscribe(merchantId, signal)) {
        if (type === 'webhook_event' || type === 'merchant') this.#signal()
      }
    }
    read()
      .catch((error: unknown) => log.error({ err: error }, 'a listener cannot read changes'))
      .finally(() => {
        this.isEnded = true
        this.#signal()
      })
  }

  /** Resolves at the next change, or after `ms`. */
  async next(ms: number): Promise<void> {
    if (!this.#hasChanged && !this.isEnded) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    this.#wake = undefined
    this.#hasChanged = false
  }

  #signal(): void {
    this.#hasChanged = true
    this.#wake?.()
  }
}

/**
 * Returns the events after a position. First gives a position to each event that has none. Ids cannot be positions: an
 * event whose transaction commits late would be skipped. Returns undefined if another stream has taken over the
 * listener.
 */
async function readEvents(
  world: World,
  listener: OpenedListener,
  after: number,
): Promise<ListenerEventRow[] | undefined> {
  const { merchantId, id } = listener
  // Most reads find nothing, and a writing transaction for each would delay payments.
  const newEvents = await listEventsWithoutPosition(world.db, { merchantId, id, limit: BATCH })
  if (newEvents.length > 0 && !(await assignPositions(world, listener))) return undefined
  return listEventsAfter(world.db, { merchantId, id, after, limit: BATCH })
}

const assignPositions = (
  world: World,
  { merchantId, id, streamId }: OpenedListener,
): Promise<boolean> =>
  inTransaction(world, async ({ db }) => {
    // Locks the listener, so that an earlier stream of it cannot give the same positions.
    const row = await updateOwnListener(db, { merchantId, id, streamId }, { streamId })
    if (!row) return false
    let position = row.lastPosition
    for (const eventId of await listEventsWithoutPosition(db, { merchantId, id, limit: BATCH })) {
      position += 1
      await setPosition(db, { merchantId, id, eventId, position })
    }
    await updateListener(db, { merchantId, id }, { lastPosition: position })
    return true
  })

/**
 * Renews the lease. Returns false if another stream reads the listener now, or if its API key was revoked or expired.
 */
const renewLease = (world: World, listener: OpenedListener, position: number): Promise<boolean> =>
  inTransaction(world, async ({ db, now }) => {
    const { merchantId, id, streamId } = listener
    const expiresAt = toIso(now() + LEASE_MS)
    const row = await updateOwnListener(db, { merchantId, id, streamId }, { expiresAt })
    if (!row) return false
    await deleteEventsUpTo(db, { merchantId, id, position: position - KEPT_EVENTS })
    const key = await findKey(db, { merchantId, id: row.keyId })
    return key !== undefined && (key.expiresAt === null || key.expiresAt > toIso(now()))
  })

/** Records that no stream reads the listener. Another stream can resume it until its lease expires. */
async function releaseListener({ db, log }: World, listener: OpenedListener): Promise<void> {
  const { merchantId, id, streamId } = listener
  await updateOwnListener(db, { merchantId, id, streamId }, { streamId: null }).catch(
    // The failure is only logged: the listener then ends when its lease expires.
    (error: unknown) => log.warn({ err: error }, 'a listener could not be released'),
  )
}

import { setTimeout as wait } from 'node:timers/promises'
import { IncassoProblem } from '../problems.ts'
import type { ProblemDocument } from '../types.ts'
import type { Credentials } from './key-store.ts'

/** The first message of each connection. `secret` is null when the stream was resumed. */
export type Listening = {
  kind: 'listening'
  /** Id of the message, from which a later stream continues. */
  messageId: string
  mode: string
  types: string[] | null
  secret: string | null
  resumed: boolean
  missed: number
}

/** A webhook event, with the body as a webhook has it. */
export type StreamedEvent = {
  kind: 'webhook'
  /** Id of the message, from which a later stream continues. */
  messageId: string
  /** Id of the event. */
  id: string
  type: string
  createdAt: string
  test: boolean
  body: string
}

/** The connection was lost, and the stream connects again after some time. */
export type Interruption = { kind: 'interrupted'; why: string; retryMs: number }

export type StreamItem = Listening | StreamedEvent | Interruption

/** The server sends something at least every 15 seconds; a connection without anything for this time is dead. */
const SILENT_MS = 45_000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5000

export type EventStreamOptions = {
  signal: AbortSignal
  idleMs?: number
  /** The last message of an earlier stream, which this one continues. */
  resumeFrom?: string | undefined
}

type Message = { event: string; id: string; data: string }

/**
 * Yields the events of `GET /api/events/stream`. After a lost connection it connects again and continues after the last
 * event that its caller has handled. Throws an IncassoProblem for a refusal that a retry cannot change.
 */
export async function* eventStream(
  credentials: Credentials,
  { signal, idleMs = SILENT_MS, resumeFrom }: EventStreamOptions,
): AsyncGenerator<StreamItem> {
  let lastEventId = resumeFrom
  let failures = 0
  while (!signal.aborted) {
    let why: string
    try {
      for await (const { event, id, data } of connection(credentials, {
        signal,
        lastEventId,
        idleMs,
      })) {
        failures = 0
        yield itemOf({ event, id, data })
        // Set after the event was yielded, because an event counts as received when the caller has handled it.
        lastEventId = id
      }
      why = 'the server ended the stream'
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof IncassoProblem && !isTemporary(error)) throw error
      why = error instanceof Error ? messageOf(error) : String(error)
    }
    if (signal.aborted) return
    const retryMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures)
    failures += 1
    yield { kind: 'interrupted', why, retryMs }
    await wait(retryMs, undefined, { signal }).catch(() => undefined)
  }
}

const isTemporary = ({ status }: IncassoProblem): boolean => status === 429 || status >= 500

const messageOf = (error: Error): string =>
  error.cause instanceof Error ? error.cause.message || error.message : error.message

const itemOf = ({ event, id, data }: Message): StreamItem =>
  ({ ...JSON.parse(data), kind: event, messageId: id }) as StreamItem

type Connection = { signal: AbortSignal; lastEventId: string | undefined; idleMs: number }

async function* connection(
  { key, url }: Credentials,
  { signal, lastEventId, idleMs }: Connection,
): AsyncGenerator<Message> {
  const idle = new AbortController()
  let timer = setTimeout(() => idle.abort(new Error('nothing arrived')), idleMs)
  try {
    const response = await fetch(`${url}/api/events/stream`, {
      headers: {
        authorization: `Bearer ${key}`,
        'api-version': 'v2',
        accept: 'text/event-stream',
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
      redirect: 'manual',
      signal: AbortSignal.any([signal, idle.signal]),
    })
    if (!response.ok || !response.body) throw await problemOf(response)
    let text = ''
    const decoder = new TextDecoder()
    for await (const part of response.body) {
      clearTimeout(timer)
      timer = setTimeout(() => idle.abort(new Error('nothing arrived')), idleMs)
      text += decoder.decode(part, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) yield* messagesIn(block)
    }
  } finally {
    clearTimeout(timer)
    idle.abort()
  }
}

/** Reads a message; an empty list for a comment, which only keeps the connection open. */
function messagesIn(block: string): Message[] {
  const [, event, id, data] = /^event: (\w+)\nid: (\S+)\ndata: (.*)$/.exec(block) ?? []
  const isKnown = event === 'listening' || event === 'webhook'
  return isKnown && id !== undefined && data !== undefined ? [{ event, id, data }] : []
}

async function problemOf(response: Response): Promise<IncassoProblem> {
  const text = await response.text()
  let document: Partial<ProblemDocument> = {}
  try {
    document = JSON.parse(text)
  } catch {
    document = { detail: `${response.url} is not an Incasso server, or is too old.` }
  }
  const requestId = response.headers.get('x-request-id') ?? undefined
  const { status } = response
  return new IncassoProblem({
    status,
    document,
    requestId,
    retryAfterMs: undefined,
    idempotencyKey: undefined,
  })
}

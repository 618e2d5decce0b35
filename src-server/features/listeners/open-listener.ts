import type { WebhookListenerRow } from '#db/tables/listener-tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { inTransaction, type KeyActor, type MerchantCtx, type World } from '#server/core/context.ts'
import { lockIntegration } from '#server/services/outbox/integrations.queries.ts'
import { storedListeners } from '#server/services/outbox/listeners/listeners.rules.ts'
import { makeSigningSecret } from '#server/services/outbox/signature.ts'
import type { ApiVersion } from '#server/shared/api-version.ts'
import { toIso } from '#server/shared/day.ts'
import {
  deleteEventsUpTo,
  deleteListener,
  insertListener,
  listEventsAfter,
  listListeners,
  setListeners,
  updateListener,
} from './listeners.queries.ts'

/** Time for which a listener exists without a stream that reads it. */
export const LEASE_MS = 120_000
/** Maximum number of listeners of one merchant in one mode. */
export const MAX_LISTENERS = 5

/** A listener with the stream that reads it. `secret` is set only for a new listener: the server does not store it. */
export type OpenedListener = {
  merchantId: string
  id: string
  streamId: string
  /** Position of the last event that the caller has. */
  position: number
  secret: string | null
  isResumed: boolean
  /** Events that a resumed stream can no longer send. */
  missed: number
}

export type ListenRequest = {
  version: ApiVersion
  /** Stored filter of event types; null for all. */
  events: string | null
  /** The id of the last received message, as `messageIdOf` writes it; undefined for a new listener. */
  lastEventId: string | undefined
}

/** A listener, and how many of its events were sent. */
type StreamPosition = { id: string; position: number }

/** Returns the id of a stream's message, which names the listener and the position in its events. */
export const messageIdOf = ({ id, position }: StreamPosition): string => `${id}.${position}`

/** Parses an id that `messageIdOf` wrote; returns undefined for any other text. */
export function parseMessageId(lastEventId: string | undefined): StreamPosition | undefined {
  const [, id = '', position] = /^(lsn_[0-9A-Z]{26})\.(\d{1,9})$/.exec(lastEventId ?? '') ?? []
  return position === undefined ? undefined : { id, position: Number(position) }
}

type ListenerCtx = MerchantCtx & { actor: KeyActor }

/**
 * Opens a listener for a stream, or resumes the listener that `lastEventId` names: the caller has all its events up to
 * the position in `lastEventId`. An earlier stream of the same listener ends. Throws when the merchant has too many
 * listeners.
 */
export const openListener = (ctx: ListenerCtx, request: ListenRequest): Promise<OpenedListener> =>
  inTransaction(ctx, async (inner) => {
    const { db, dialect } = inner
    const merchantId = ctx.merchant.id
    await lockIntegration(db, { dialect, merchantId })
    const received = parseMessageId(request.lastEventId)
    const listeners = await removeExpiredListeners(inner, merchantId)
    const existing = listeners.find(({ id }) => id === received?.id)
    const opened =
      existing && received
        ? await resumeListener(inner, existing, { ...request, position: received.position })
        : await createListener(inner, listeners, request)
    await storeListeners(inner, merchantId)
    return opened
  })

async function resumeListener(
  { db, now, newId, actor }: ListenerCtx,
  listener: WebhookListenerRow,
  { events, version, position }: ListenRequest & { position: number },
): Promise<OpenedListener> {
  const { merchantId, id, lastPosition } = listener
  const streamId = newId('lsn')
  // After a position that was never sent, the stream would skip the events up to that position.
  const received = Math.min(position, lastPosition)
  // The stream ends when the key that opened it is revoked or expires.
  const { keyId } = actor
  const change = { streamId, events, version, keyId, expiresAt: toIso(now() + LEASE_MS) }
  await updateListener(db, { merchantId, id }, change)
  await deleteEventsUpTo(db, { merchantId, id, position: received })
  const [oldest] = await listEventsAfter(db, { merchantId, id, after: received, limit: 1 })
  const next = oldest?.position ?? lastPosition + 1
  const missed = next - received - 1
  return { merchantId, id, streamId, position: received, secret: null, isResumed: true, missed }
}

async function createListener(
  inner: ListenerCtx,
  listeners: readonly WebhookListenerRow[],
  { events, version }: ListenRequest,
): Promise<OpenedListener> {
  const { db, now, newId, actor, merchant } = inner
  if (listeners.length >= MAX_LISTENERS) {
    const unread = listeners.find(({ streamId }) => streamId === null)
    if (!unread) {
      throw new AppError('conflict', `${MAX_LISTENERS} listeners are open already: end one.`, {
        reason: 'too_many_listeners',
      })
    }
    await deleteListener(db, unread)
  }
  const where = { merchantId: merchant.id, id: newId('lsn') }
  const streamId = newId('lsn')
  await insertListener(db, {
    ...where,
    keyId: actor.keyId,
    events,
    version,
    streamId,
    lastPosition: 0,
    expiresAt: toIso(now() + LEASE_MS),
    createdAt: toIso(now()),
  })
  const secret = makeSigningSecret()
  return { ...where, streamId, position: 0, secret, isResumed: false, missed: 0 }
}

/**
 * Deletes a merchant's listeners whose lease has expired; returns the other listeners. Needs the integration's lock.
 */
export async function removeExpiredListeners(
  { db, now }: Pick<World, 'db' | 'now'>,
  merchantId: string,
): Promise<WebhookListenerRow[]> {
  const at = toIso(now())
  const listeners = await listListeners(db, { merchantId })
  for (const each of listeners) if (each.expiresAt <= at) await deleteListener(db, each)
  return listeners.filter(({ expiresAt }) => expiresAt > at)
}

/**
 * Copies the open listeners into the integration's row, which each event's transaction reads. Needs the integration's
 * lock.
 */
export async function storeListeners({ db }: Pick<World, 'db'>, merchantId: string): Promise<void> {
  const listeners = storedListeners(await listListeners(db, { merchantId }))
  await setListeners(db, { merchantId, listeners })
}

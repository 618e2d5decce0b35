import type { AccountAccess, ProcessorEvent } from '#server/core/ports/account-access.ts'
import { readChangedDisputes } from './disputes/paypal-disputes.ts'
import type { PayPalClient, PayPalClients } from './paypal-client.ts'
import { isForbidden, isMissing, isRefusedRequest } from './paypal-errors.ts'
import {
  parsePosition,
  payPalEventTypes,
  positionText,
  processorEventOf,
} from './paypal-events.rules.ts'
import { EventList, PayPalEvent, Webhook, WebhookList } from './paypal-resources.schema.ts'
import { type CertificateKeys, isSigned, transmissionOf } from './paypal-signature.ts'
import { createVerifier, parseEvent } from './paypal-verify.ts'

/** Events per page. */
const PAGE = 100
/** Maximum number of pages that one poll reads. */
const MAX_PAGES = 20
/** PayPal may list an event some minutes after its time of creation. Events that are read twice are stored once. */
const LATE_BY_MS = 10 * 60_000
/** PayPal keeps events for 30 days. A day less allows for clocks that differ. */
const KEPT_FOR_MS = 29 * 86_400_000

/** Period that one poll reads. */
const MAX_SPAN_MS = 86_400_000
/** Id in a position at which PayPal had no event. */
const NO_EVENT = 'none'

const WEBHOOKS = '/v1/notifications/webhooks'

export type WebhookParts = {
  clients: PayPalClients
  certificateKeys: CertificateKeys
  /** True in tests, where the server that imitates PayPal calls `http` URLs. */
  allowsHttp: boolean
  /** Calls PayPal with these credentials, and converts an error of PayPal into one of ours. */
  withKey: <T>(secretKey: string, act: (client: PayPalClient) => Promise<T>) => Promise<T>
}

type EventAccess = Pick<
  AccountAccess,
  'newestEventRef' | 'createWebhook' | 'deleteWebhook' | 'eventsAfter' | 'signedEvent'
>

/** Returns access to an account's webhooks and events. An event is a hint: its payment is then read from PayPal. */
export const createEventAccess = ({
  clients,
  certificateKeys,
  allowsHttp,
  withKey,
}: WebhookParts): EventAccess => {
  const isVerifiedByPayPal = createVerifier(clients)
  return {
    newestEventRef: (secretKey) =>
      withKey(secretKey, async (client) => {
        const path = `${WEBHOOKS}-events?page_size=1`
        const { events } = EventList.parse(
          await client.call({ method: 'GET', path }).catch(noEvents),
        )
        const position = positionOf(events[0])
        return position ? positionText(position) : null
      }),
    createWebhook: (secretKey, { url }) =>
      withKey(secretKey, async (client) => {
        // PayPal calls public https URLs only; without a webhook, events are polled.
        if (!allowsHttp && new URL(url).protocol !== 'https:') return null
        const id = await createOrFindWebhook(client, url)
        return { secret: id, ref: id }
      }),
    deleteWebhook: (secretKey, ref) =>
      withKey(secretKey, async (client) => {
        await client
          .call({ method: 'DELETE', path: `${WEBHOOKS}/${ref}` })
          .catch((error: unknown) => {
            if (!isMissing(error)) throw error
          })
      }),
    eventsAfter: (secretKey, known, nowMs) =>
      withKey(secretKey, (client) => readNewerEvents(client, known, nowMs)),
    signedEvent: async (notification) => {
      const { body, headers, secrets, nowMs, openKey } = notification
      const transmission = transmissionOf(headers, nowMs)
      if (!transmission) return undefined
      // Nothing is fetched for an unknown account.
      const key =
        secrets.length > 0 ? await certificateKeys.of(transmission.certUrl, nowMs) : undefined
      const isGenuine =
        key === null
          ? await isVerifiedByPayPal({ body, transmission, secrets, openKey, nowMs })
          : isSigned(transmission, { body, webhookIds: secrets, ...(key && { key }) })
      return isGenuine ? (processorEventOf(parseEvent(body)) ?? null) : undefined
    },
  }
}

/** Returns the id of a new webhook, or of the webhook that an earlier call for the same URL created. */
async function createOrFindWebhook(client: PayPalClient, url: string): Promise<string> {
  const body = { url, event_types: payPalEventTypes.map((name) => ({ name })) }
  try {
    return Webhook.parse(await client.call({ method: 'POST', path: WEBHOOKS, body })).id
  } catch (error) {
    const { webhooks } = isRefusedRequest(error)
      ? WebhookList.parse(await client.call({ method: 'GET', path: WEBHOOKS }))
      : { webhooks: [] }
    const existing = webhooks.find((each) => each.url === url)
    if (!existing) throw error
    return existing.id
  }
}

function positionOf(event: unknown) {
  const parsed = PayPalEvent.pick({ id: true, create_time: true }).safeParse(event)
  const { id, create_time: at } = parsed.data ?? {}
  return id === undefined || at === undefined ? undefined : { id, atMs: Date.parse(at) }
}

/** Returns an empty list when the app lacks the permission; the merchant's table of permissions shows that. */
const noEvents = (error: unknown): object => {
  if (!isForbidden(error)) throw error
  return {}
}

type EventSpan = { fromMs: number; untilMs: number }

/**
 * Reads the events and the changed disputes since the last known event. PayPal lists the newest first and has no other
 * order than time, so a poll reads one day at most, and less of a day with more events or disputes than it can read.
 * The next poll continues there.
 */
async function readNewerEvents(
  client: PayPalClient,
  { ref, sinceMs }: { ref: string | null; sinceMs: number },
  nowMs: number,
) {
  const known = ref === null ? undefined : parsePosition(ref)
  const fromMs = Math.max(known ? known.atMs - LATE_BY_MS : sinceMs, nowMs - KEPT_FOR_MS)
  const span = { fromMs, untilMs: Math.min(fromMs + MAX_SPAN_MS, nowMs + LATE_BY_MS) }
  let contents = await readSpan(client, span)
  while (!contents) {
    if (isShortest(span)) throw new Error('PayPal lists too many events of a second')
    span.untilMs = fromMs + Math.ceil((span.untilMs - fromMs) / 2)
    contents = await readSpan(client, span)
  }
  const { listed, disputes } = contents
  const last = listed.at(-1)
  const id = last?.id ?? known?.id ?? NO_EVENT
  const isMore = span.untilMs < nowMs
  const atMs = isMore ? span.untilMs + LATE_BY_MS : Math.max(last?.atMs ?? 0, known?.atMs ?? 0)
  return {
    events: [
      ...listed
        .map(({ event }) => processorEventOf(event))
        .filter((event): event is ProcessorEvent => event !== undefined),
      ...disputes,
    ],
    lastRef: atMs === 0 ? ref : positionText({ id, atMs }),
    isMore,
  }
}

/** Shortest span that a poll reads, about a second: PayPal's times have no more digits. */
const MIN_SPAN_MS = 2000

const isShortest = ({ fromMs, untilMs }: EventSpan): boolean => untilMs - fromMs <= MIN_SPAN_MS

/** Returns the events and the disputes of a span; undefined when there are too many for one poll. */
async function readSpan(client: PayPalClient, span: EventSpan) {
  const listed = await listEvents(client, span)
  const disputes = listed && (await readChangedDisputes(client, span, !isShortest(span)))
  return listed && disputes && { listed, disputes }
}

/** Returns the events of a span, oldest first; undefined when there are more than `MAX_PAGES` pages. */
async function listEvents(client: PayPalClient, { fromMs, untilMs }: EventSpan) {
  const iso = (ms: number) => encodeURIComponent(new Date(ms).toISOString())
  const query = `page_size=${PAGE}&start_time=${iso(fromMs)}&end_time=${iso(untilMs)}`
  let path: string | undefined = `${WEBHOOKS}-events?${query}`
  const listed: { event: unknown; id: string; atMs: number }[] = []
  for (let page = 0; path !== undefined; page++) {
    if (page === MAX_PAGES) return undefined
    const { events, links }: ReturnType<typeof EventList.parse> = EventList.parse(
      await client.call({ method: 'GET', path }).catch(noEvents),
    )
    for (const event of events) {
      const position = positionOf(event)
      if (position) listed.push({ event, ...position })
    }
    path = events.length > 0 ? nextPathOf(links) : undefined
  }
  return listed.toSorted((one, other) => one.atMs - other.atMs)
}

/** Returns path and query of the next page; the host of a link is not used. */
function nextPathOf(links: readonly { rel: string; href: string }[]): string | undefined {
  const href = links.find(({ rel }) => rel === 'next')?.href
  if (href === undefined || !URL.canParse(href)) return undefined
  const { pathname, search } = new URL(href)
  const at = pathname.indexOf(`${WEBHOOKS}-events`)
  return at < 0 ? undefined : `${pathname.slice(at)}${search}`
}

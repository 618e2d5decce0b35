import type { ProcessorEvent } from '#server/core/ports/account-access.ts'
import type { PayPalClient } from '../paypal-client.ts'
import { isForbidden } from '../paypal-errors.ts'
import { refText } from '../paypal-refs.rules.ts'
import {
  DisputedTransactions,
  DisputeList,
  type PayPalDispute,
} from '../paypal-resources.schema.ts'

export const DISPUTES = '/v1/customer/disputes'
/** Disputes per page: PayPal's maximum. */
const PAGE = 50
/**
 * Maximum pages of disputes that one poll reads, because each dispute costs one more call. With more pages the caller reads
 * a shorter span, and the next poll continues after it.
 */
const MAX_POLLED_PAGES = 2
/** Pages that are read of a list that cannot be divided further. */
const MAX_PAGES = 100

/** Lists the disputes that match, page by page; undefined when there are more than `maxPages` pages. */
export async function listDisputes(
  client: PayPalClient,
  query: string,
  maxPages = MAX_PAGES,
): Promise<PayPalDispute[] | undefined> {
  const disputes: PayPalDispute[] = []
  let path: string | undefined = `${DISPUTES}?page_size=${PAGE}&${query}`
  for (let page = 0; path !== undefined; page++) {
    if (page === maxPages) return undefined
    const { items, links }: ReturnType<typeof DisputeList.parse> = DisputeList.parse(
      await client.call({ method: 'GET', path }),
    )
    disputes.push(...items)
    // Only the query of the link is used, so that no response can lead our requests to another host.
    const next = links.find(({ rel }) => rel === 'next')?.href
    const isMore = items.length > 0 && next !== undefined && URL.canParse(next)
    path = isMore ? `${DISPUTES}${new URL(next).search}` : undefined
  }
  return disputes
}

/** Reads one dispute with the fields that PayPal's list leaves out. */
export const readDispute = (client: PayPalClient, id: string): Promise<unknown> =>
  client.call({ method: 'GET', path: `${DISPUTES}/${id}` })

/**
 * Returns an event for each dispute that changed in a span; undefined when the span has too many for one poll: the
 * caller then reads a shorter span.
 * `isDivisible` is false for the shortest span, of which every dispute is read. PayPal lists disputes even for an app
 * without a webhook. Returns none when the app lacks the permission; the merchant's table of permissions shows that.
 */
export async function readChangedDisputes(
  client: PayPalClient,
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
  isDivisible: boolean,
): Promise<ProcessorEvent[] | undefined> {
  const iso = (ms: number) => encodeURIComponent(new Date(ms).toISOString())
  const query = `update_time_after=${iso(fromMs)}&update_time_before=${iso(untilMs)}`
  const maxPages = isDivisible ? MAX_POLLED_PAGES : MAX_PAGES
  const listed = await listDisputes(client, query, maxPages).catch((error: unknown) => {
    if (!isForbidden(error)) throw error
    return []
  })
  if (!listed) return undefined
  const events: ProcessorEvent[] = []
  for (const { dispute_id: id, update_time: at, create_time: from } of listed) {
    events.push(...(await eventsOfDispute(client, { id, at: at ?? from })))
  }
  return events
}

/** PayPal's list does not name the disputed payments; the dispute itself does. */
async function eventsOfDispute(
  client: PayPalClient,
  { id, at }: { id: string; at: string },
): Promise<ProcessorEvent[]> {
  const { disputed_transactions: transactions } = DisputedTransactions.parse(
    await readDispute(client, id),
  )
  return transactions.flatMap(({ seller_transaction_id: captureId }) => {
    if (captureId === undefined) return []
    const payment = refText({ kind: 'capture', id: captureId })
    return [
      {
        ref: `${id}@${at}`,
        type: 'CUSTOMER.DISPUTE.UPDATED',
        objectRef: id,
        subject: payment,
        paymentToRead: payment,
        readsPaymentNow: true,
        isOfCapture: false,
      },
    ]
  })
}

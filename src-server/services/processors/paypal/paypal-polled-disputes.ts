import type { ProcessorEvent } from '#server/core/ports/account-access.ts'
import type { PayPalClient } from './paypal-client.ts'
import { isForbidden } from './paypal-errors.ts'
import { refText } from './paypal-refs.rules.ts'
import { DisputedTransactions, DisputeList } from './paypal-resources.schema.ts'

const DISPUTES = '/v1/customer/disputes'
/** Disputes per page: PayPal's maximum. */
const PAGE = 50
/** Largest number of pages that one poll reads. */
const MAX_PAGES = 20

/**
 * Returns an event for each dispute that changed in a span. PayPal lists disputes even for an app without a
 * webhook. Returns none when the app lacks the permission, as the table of permissions shows.
 */
export async function readChangedDisputes(
  client: PayPalClient,
  { fromMs, untilMs }: { fromMs: number; untilMs: number },
): Promise<ProcessorEvent[]> {
  const iso = (ms: number) => encodeURIComponent(new Date(ms).toISOString())
  const span = `update_time_after=${iso(fromMs)}&update_time_before=${iso(untilMs)}`
  let path: string | undefined = `${DISPUTES}?page_size=${PAGE}&${span}`
  const events: ProcessorEvent[] = []
  for (let page = 0; path !== undefined && page < MAX_PAGES; page++) {
    const { items, links }: ReturnType<typeof DisputeList.parse> = DisputeList.parse(
      await client.call({ method: 'GET', path }).catch((error: unknown) => {
        if (!isForbidden(error)) throw error
        return {}
      }),
    )
    for (const { dispute_id: id, update_time: at, create_time: from } of items) {
      events.push(...(await eventsOfDispute(client, { id, at: at ?? from })))
    }
    const next = links.find(({ rel }) => rel === 'next')?.href
    path =
      next !== undefined && URL.canParse(next) ? `${DISPUTES}${new URL(next).search}` : undefined
  }
  return events
}

/** PayPal's list does not name the disputed payments; the dispute itself does. */
async function eventsOfDispute(
  client: PayPalClient,
  { id, at }: { id: string; at: string },
): Promise<ProcessorEvent[]> {
  const dispute = await client.call({ method: 'GET', path: `${DISPUTES}/${id}` })
  const { disputed_transactions: transactions } = DisputedTransactions.parse(dispute)
  return transactions.flatMap(({ seller_transaction_id: captureId }) => {
    if (captureId === undefined) return []
    const payment = refText({ kind: 'capture', id: captureId })
    return [
      {
        ref: `${id}@${at}`,
        type: 'CUSTOMER.DISPUTE.UPDATED',
        objectRef: id,
        subject: payment,
        paymentOfFacts: payment,
        isOfFacts: true,
        isOfCapture: false,
      },
    ]
  })
}

import type { Stripe } from 'stripe'
import type { AccountAccess } from '#server/core/ports/account-access.ts'
import { ProcessorRefusedError } from '#server/core/ports/processor.ts'
import type { StripeClients } from './stripe-client.ts'
import { STRIPE_API_VERSION } from './stripe-client.ts'
import { asOurs, isWrong, missingPermissionOf } from './stripe-errors.ts'
import { stripeEventTypes, toldOf } from './stripe-events.ts'
import { listedPaymentOf } from './stripe-history.rules.ts'
import { pageOfHistory } from './stripe-history.ts'
import { tryPermissions } from './stripe-permissions.ts'
import { isSession } from './stripe-sessions.ts'
import { signedEvent } from './stripe-signature.ts'

const PAGE = 100
/** Largest number of pages that one call reads when no event is known. */
const MOST_PAGES = 10

type Act = <T>(secretKey: string, act: (stripe: Stripe) => Promise<T>) => Promise<T>

/** Returns access to accounts at Stripe, each call with the key of one. Request data in Stripe's errors are removed. */
export function stripeAccess(clients: StripeClients): AccountAccess {
  const as: Act = async (secretKey, act) => {
    try {
      return await act(await clients.of(secretKey))
    } catch (error) {
      throw asOurs(error)
    }
  }
  return {
    paymentMethod: 'card',
    isOfMode: (key, mode) => key.includes(`_${mode}_`),
    hintOf: (key) => `${/^\w\w_(?:test|live)_/.exec(key)?.[0] ?? ''}…${key.slice(-4)}`,
    tryPermissions: async (secretKey, names) => tryPermissions(await clients.of(secretKey), names),
    neededForHistory: ['payment_intents', 'charges'],
    refOf: (secretKey) => as(secretKey, accountRefOf),
    canReadEvent: (secretKey, ref) =>
      as(secretKey, (stripe) => isRead(stripe.events.retrieve(ref))),
    canReadPayment: (secretKey, ref) =>
      as(secretKey, (stripe) =>
        isRead<unknown>(
          isSession(ref)
            ? stripe.checkout.sessions.retrieve(ref)
            : stripe.paymentIntents.retrieve(ref),
        ),
      ),
    payments: (secretKey, span, after) =>
      as(secretKey, async (stripe) => {
        const { intents, isMore } = await pageOfHistory(stripe, span, after)
        return { payments: intents.map(listedPaymentOf), isMore }
      }),
    ...events(as),
  }
}

const events = (
  as: Act,
): Pick<
  AccountAccess,
  'newestEventRef' | 'createWebhook' | 'deleteWebhook' | 'eventsAfter' | 'signedEvent'
> => ({
  newestEventRef: (secretKey) =>
    as(secretKey, async (stripe) => (await stripe.events.list({ limit: 1 })).data[0]?.id ?? null),
  createWebhook: (secretKey, { url, onceKey }) =>
    as(secretKey, async (stripe) => {
      const { secret, id } = await stripe.webhookEndpoints.create(
        {
          url,
          enabled_events: [...stripeEventTypes],
          api_version: STRIPE_API_VERSION,
          description: 'Incasso',
        },
        { idempotencyKey: onceKey },
      )
      return secret ? { secret, ref: id } : null
    }),
  deleteWebhook: (secretKey, ref) =>
    as(secretKey, async (stripe) => {
      await stripe.webhookEndpoints.del(ref)
    }),
  eventsAfter: async (secretKey, known) => {
    const { data, has_more } = await newer(as, secretKey, known)
    const read = data.toReversed()
    return {
      events: read.map(toldOf).filter((event) => event !== undefined),
      lastRef: read.at(-1)?.id ?? known.ref,
      isMore: has_more && read.length > 0,
    }
  },
  signedEvent: async ({ body, headers, secrets, nowMs }) => {
    const { 'stripe-signature': header } = headers
    if (Array.isArray(header)) return undefined
    const event = await signedEvent({ body, header, secrets, nowMs })
    return event && (toldOf(event) ?? null)
  },
})

type News = { data: Stripe.Event[]; has_more: boolean }

/** Returns the page of events after the last known one; all events since `sinceMs` when none is known. */
async function newer(
  as: Act,
  secretKey: string,
  { ref, sinceMs }: { ref: string | null; sinceMs: number },
): Promise<News> {
  if (ref !== null) {
    try {
      return await as(secretKey, (stripe) =>
        stripe.events.list({ limit: PAGE, ending_before: ref }),
      )
    } catch (error) {
      // Stripe deletes events after thirty days, and then refuses to list the events after them.
      if (!(error instanceof ProcessorRefusedError)) throw error
    }
  }
  const gte = Math.floor(sinceMs / 1000)
  const data = await as(secretKey, (stripe) =>
    stripe.events
      .list({ limit: PAGE, created: { gte } })
      .autoPagingToArray({ limit: PAGE * MOST_PAGES }),
  )
  return { data, has_more: false }
}

const accountRefOf = (stripe: Stripe): Promise<string | null> =>
  stripe.accounts.retrieveCurrent().then(
    ({ id }) => id,
    (error: unknown) => {
      if (missingPermissionOf(error) === undefined && !isWrong(error)) throw error
      return null
    },
  )

const isRead = <T>(reading: Promise<T>): Promise<boolean> =>
  reading.then(
    () => true,
    (error: unknown) => {
      if (!isWrong(error)) throw error
      return false
    },
  )

import type { Stripe } from 'stripe'
import type { AccountAccess } from '#server/core/ports/account-access.ts'
import { ProcessorRefusedError } from '#server/core/ports/processor.ts'
import { readAccountMethods } from './methods/account-methods.ts'
import { createMoneyAccess } from './money/stripe-money.ts'
import type { StripeClients } from './stripe-client.ts'
import { STRIPE_API_VERSION } from './stripe-client.ts'
import { isInvalidRequest, missingPermissionOf, toOwnError } from './stripe-errors.ts'
import { processorEventOf, stripeEventTypes } from './stripe-events.ts'
import { listedPaymentOf } from './stripe-history.rules.ts'
import { readHistoryPage } from './stripe-history.ts'
import { testPermissions } from './stripe-permissions.ts'
import { isSession } from './stripe-sessions.ts'
import { verifyEvent } from './stripe-signature.ts'

const PAGE = 100
/** Maximum number of pages that one call reads when there is no last-read event. */
const MAX_PAGES = 10

type RunWithKey = <T>(secretKey: string, call: (stripe: Stripe) => Promise<T>) => Promise<T>

/**
 * Returns access to accounts at Stripe. Each call uses the secret key of its account. Errors are stripped of request
 * data.
 */
export function createStripeAccess(clients: StripeClients): AccountAccess {
  const withKey: RunWithKey = async (secretKey, call) => {
    try {
      return await call(await clients.of(secretKey))
    } catch (error) {
      throw toOwnError(error)
    }
  }
  return {
    paymentMethod: 'card',
    additionalMethods: { paypal: 'paypal' },
    isKeyForMode: (key, mode) => key.includes(`_${mode}_`),
    maskKey: (key) => `${/^\w\w_(?:test|live)_/.exec(key)?.[0] ?? ''}…${key.slice(-4)}`,
    tryPermissions: async (secretKey, names) => testPermissions(await clients.of(secretKey), names),
    neededForHistory: ['payment_intents', 'charges'],
    methods: (secretKey) => withKey(secretKey, readAccountMethods),
    refOf: (secretKey) => withKey(secretKey, accountRefOf),
    canReadEvent: (secretKey, ref) =>
      withKey(secretKey, (stripe) => canRead(stripe.events.retrieve(ref))),
    canReadPayment: (secretKey, ref) =>
      withKey(secretKey, (stripe) =>
        canRead<unknown>(
          isSession(ref)
            ? stripe.checkout.sessions.retrieve(ref)
            : stripe.paymentIntents.retrieve(ref),
        ),
      ),
    payments: (secretKey, span, after) =>
      withKey(secretKey, async (stripe) => {
        const { intents, isMore } = await readHistoryPage(stripe, span, after)
        return { payments: intents.map(listedPaymentOf), isMore }
      }),
    ...createEventAccess(withKey),
    money: createMoneyAccess(withKey),
  }
}

const createEventAccess = (
  withKey: RunWithKey,
): Pick<
  AccountAccess,
  'newestEventRef' | 'createWebhook' | 'deleteWebhook' | 'eventsAfter' | 'signedEvent'
> => ({
  newestEventRef: (secretKey) =>
    withKey(
      secretKey,
      async (stripe) => (await stripe.events.list({ limit: 1 })).data[0]?.id ?? null,
    ),
  createWebhook: (secretKey, { url, onceKey }) =>
    withKey(secretKey, async (stripe) => {
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
    withKey(secretKey, async (stripe) => {
      await stripe.webhookEndpoints.del(ref)
    }),
  eventsAfter: async (secretKey, position) => {
    const { data, has_more } = await listNewerEvents(withKey, secretKey, position)
    const oldestFirst = data.toReversed()
    return {
      events: oldestFirst.map(processorEventOf).filter((event) => event !== undefined),
      lastRef: oldestFirst.at(-1)?.id ?? position.ref,
      isMore: has_more && oldestFirst.length > 0,
    }
  },
  signedEvent: async ({ body, headers, secrets, nowMs }) => {
    const { 'stripe-signature': header } = headers
    if (Array.isArray(header)) return undefined
    const event = await verifyEvent({ body, header, secrets, nowMs })
    return event && (processorEventOf(event) ?? null)
  },
})

type EventPage = { data: Stripe.Event[]; has_more: boolean }

/** Returns the page of events after the last-read event; all events since `sinceMs` when no event has been read. */
async function listNewerEvents(
  withKey: RunWithKey,
  secretKey: string,
  { ref, sinceMs }: { ref: string | null; sinceMs: number },
): Promise<EventPage> {
  if (ref !== null) {
    try {
      return await withKey(secretKey, (stripe) =>
        stripe.events.list({ limit: PAGE, ending_before: ref }),
      )
    } catch (error) {
      // Stripe deletes events after thirty days, and then refuses to list the events after them.
      if (!(error instanceof ProcessorRefusedError)) throw error
    }
  }
  const gte = Math.floor(sinceMs / 1000)
  const data = await withKey(secretKey, (stripe) =>
    stripe.events
      .list({ limit: PAGE, created: { gte } })
      .autoPagingToArray({ limit: PAGE * MAX_PAGES }),
  )
  return { data, has_more: false }
}

const accountRefOf = (stripe: Stripe): Promise<string | null> =>
  stripe.accounts.retrieveCurrent().then(
    ({ id }) => id,
    (error: unknown) => {
      if (missingPermissionOf(error) === undefined && !isInvalidRequest(error)) throw error
      return null
    },
  )

const canRead = <T>(reading: Promise<T>): Promise<boolean> =>
  reading.then(
    () => true,
    (error: unknown) => {
      if (!isInvalidRequest(error)) throw error
      return false
    },
  )

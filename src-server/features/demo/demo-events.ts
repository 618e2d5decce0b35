import type { WebhookAttemptRow, WebhookEventRow } from '#db/tables/webhook-tables.ts'
import type { TransactionRow } from '#db/tables.ts'
import type { MerchantCtx } from '#server/core/context.ts'
import type { EventType } from '#server/services/outbox/event-type.schema.ts'
import { INTEGRATION_ENDPOINT } from '#server/services/outbox/integrations.queries.ts'
import { payloadOf } from '#server/services/outbox/payload.rules.ts'
import { toIso } from '#server/shared/day.ts'
import { transactionOf } from '../transactions/transactions.rules.ts'
import { MAX_ATTEMPTS, nextAttemptAt } from '../webhooks/schedule.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Age, in days, up to which a demo contains events. */
const EVENT_DAYS = 10
/** Interval of the events that fail at their first attempt and are delivered at the second. */
const SLOW_EVERY = 17
/** Minimum age, in days, of the event that failed finally: its attempts last three days and some hours. */
const GIVEN_UP_DAYS = 4
/** Number of the latest events, which wait for their next attempt. */
const WAITING_EVENTS = 2

type DemoDeliveries = { events: WebhookEventRow[]; attempts: WebhookAttemptRow[] }

/** Makes webhook events of the latest payments: most delivered at once, some late, one never, and two not yet. */
export function demoEvents(ctx: MerchantCtx, payments: readonly TransactionRow[]): DemoDeliveries {
  const since = toIso(ctx.now() - EVENT_DAYS * DAY_MS)
  const settledPayments = payments
    .filter(({ settledAt }) => settledAt !== null && settledAt >= since)
    .toSorted((one, other) => ((one.settledAt ?? '') < (other.settledAt ?? '') ? -1 : 1))
  const givenUpBefore = toIso(ctx.now() - GIVEN_UP_DAYS * DAY_MS)
  const givenUpIndex = settledPayments.findLastIndex(
    ({ settledAt }) => (settledAt ?? '') < givenUpBefore,
  )
  const deliveries: DemoDeliveries = { events: [], attempts: [] }
  for (const [index, payment] of settledPayments.entries()) {
    const { event, attempts } = eventOf(
      ctx,
      payment,
      outcomeAt(index, { givenUpIndex, count: settledPayments.length }),
    )
    deliveries.events.push(event)
    deliveries.attempts.push(...attempts)
  }
  return deliveries
}

type Outcome = 'first' | 'second' | 'waiting' | 'failed'

function outcomeAt(
  index: number,
  { givenUpIndex, count }: { givenUpIndex: number; count: number },
): Outcome {
  if (index >= count - WAITING_EVENTS) return 'waiting'
  if (index === givenUpIndex) return 'failed'
  return index % SLOW_EVERY === 8 ? 'second' : 'first'
}

/** Number of attempts and resulting status of each outcome. */
const outcomePlans = {
  first: { attempts: 1, status: 'success' },
  second: { attempts: 2, status: 'success' },
  waiting: { attempts: 2, status: 'retry' },
  failed: { attempts: MAX_ATTEMPTS, status: 'failed' },
} as const

const failures = [
  { statusCode: 503, error: null, response: 'Service Unavailable', durationMs: 214 },
  {
    statusCode: null,
    error: 'timeout: no answer within 15 seconds',
    response: null,
    durationMs: 15_000,
  },
  { statusCode: 500, error: null, response: 'Internal Server Error', durationMs: 338 },
] as const

function eventOf(
  ctx: MerchantCtx,
  payment: TransactionRow,
  outcome: Outcome,
): { event: WebhookEventRow; attempts: WebhookAttemptRow[] } {
  const { merchantId } = payment
  const { attempts: count, status } = outcomePlans[outcome]
  const id = ctx.newId('evt')
  const createdAt = payment.settledAt ?? payment.createdAt
  const type: EventType = payment.status === 'failed' ? 'payment.failed' : 'payment.completed'
  const data = transactionOf(payment)
  const attempts = attemptsOf(Date.parse(createdAt), count, status === 'success').map(
    (attempt, index) => ({ ...attempt, merchantId, eventId: id, number: index + 1 }),
  )
  const event: WebhookEventRow = {
    merchantId,
    id,
    endpointId: INTEGRATION_ENDPOINT,
    copiesFor: null,
    eventType: type,
    isTest: 0,
    objectId: payment.id,
    customerId: payment.customerId,
    payload: payloadOf({ id, type, createdAt, data }, 'v1'),
    status,
    attempts: count,
    nextAttemptAt: status === 'retry' ? toIso(ctx.now() + 25 * MINUTE_MS) : null,
    leasedUntil: null,
    createdAt,
  }
  return {
    event,
    attempts: attempts.map((attempt) => ({
      ...attempt,
      at: attempt.at > toIso(ctx.now()) ? toIso(ctx.now()) : attempt.at,
    })),
  }
}

type Attempt = Omit<WebhookAttemptRow, 'merchantId' | 'eventId' | 'number'>

/** Makes attempts at the intervals that the webhook worker uses. */
function attemptsOf(createdMs: number, count: number, isDelivered: boolean): Attempt[] {
  const attempts: Attempt[] = []
  let atMs = createdMs + 300
  for (let number = 1; number <= count; number++) {
    const failure = failures[number % failures.length] ?? failures[0]
    const isSuccess = isDelivered && number === count
    attempts.push({
      at: toIso(atMs),
      ...(isSuccess
        ? {
            statusCode: 200,
            error: null,
            response: '{"received":true}',
            durationMs: 96 + (createdMs % 140),
          }
        : failure),
    })
    atMs = nextAttemptAt(atMs, { attempts: number, random: 0.5 }) ?? atMs
  }
  return attempts
}

import type { CustomerRow, TransactionRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import { actorName, inTransaction, type MerchantCtx, type UserCtx } from '#server/core/context.ts'
import type { Merchant } from '#server/core/merchant.schema.ts'
import { newActingMerchant } from '#server/core/merchant.ts'
import { sumAll } from '#server/services/rollups/sum-all.queries.ts'
import { partsOfCustomer, searchTextOf } from '#server/services/search/search.rules.ts'
import { addDays, localMoment, startOfDayMs, toIso } from '#server/shared/day.ts'
import { emailKeyOf } from '../customers/customers.rules.ts'
import { setDemo } from '../merchants/merchants.queries.ts'
import { onboardMerchant } from '../merchants/onboard-merchant.ts'
import { storePastPayments } from '../transactions/store/store-past.ts'
import { insertInBatches } from './demo.queries.ts'
import {
  DEMO_DAYS,
  type DemoPayment,
  demoCustomers,
  demoPayments,
  paymentsUntil,
  TRANSFER_DAYS,
} from './demo.rules.ts'
import { demoEvents } from './demo-events.ts'
import { type DemoShop, demoClock, demoRequests, setUpShop } from './demo-shop.ts'

const DAY_MS = 86_400_000

/** Throws `forbidden` outside development: demos are for trying the product on one's own machine. */
export function assertDemoAllowed({ config }: Pick<UserCtx, 'config'>): void {
  if (config.environment === 'development') return
  throw new AppError('forbidden', 'Demos are made in development only.', { reason: 'no_demo' })
}

/** Makes a separate merchant with 90 days of sample payments, in one transaction. */
export async function createDemo(ctx: UserCtx, timezone: string): Promise<Merchant> {
  assertDemoAllowed(ctx)
  return inTransaction(ctx, async (inner) => {
    const clock = demoClock(ctx.now(), timezone)
    const merchant = await onboardMerchant(clock.at(inner, DEMO_DAYS, 9), {
      businessName: 'Caffè Demo',
      businessType: 'ecommerce',
      businessPhone: '+39 06 5550 1234',
      businessAddress: 'Via dei Caffettieri 12, Roma',
      businessWebsite: null,
      businessDescription: 'Invented, to look around',
      estimatedVolume: '10000-50000',
      acceptedTerms: true,
      acceptedPrivacy: true,
      // Most of the sample payments are in dollars.
      currency: 'USD',
      timezone,
    })
    await setDemo(inner.db, { merchantId: merchant.id })
    const demoCtx = { ...inner, merchant: newActingMerchant(merchant) }
    // `setUpShop` locks the merchant's row, so it runs before `fillDemo`, which only adds rows of the merchant.
    const demoShop = await setUpShop(demoCtx, clock)
    await fillDemo(demoCtx, demoShop)
    return merchant
  })
}

async function fillDemo(ctx: MerchantCtx, shop: DemoShop): Promise<void> {
  const { timezone } = ctx.merchant
  const today = startOfDayMs(localMoment(ctx.now(), timezone).day, timezone)
  const payments = paymentsUntil(demoPayments(), ctx.now() - today)
    .map((payment) => ({ ...payment, atMs: instantOf(ctx, payment) }))
    // On a day with a clock change, some payments may lie in the future.
    .filter(({ atMs }) => atMs <= ctx.now())
  const customers = customerRows(ctx, payments)
  const merchantId = ctx.merchant.id
  const stored = [...customers.values()]
  await insertInBatches(ctx.db, 'customers', stored)
  await insertInBatches(
    ctx.db,
    'searchTexts',
    stored.map((row) => ({
      merchantId,
      kind: 'customer' as const,
      objectId: row.id,
      text: searchTextOf(partsOfCustomer(row)),
    })),
  )
  // Runs before payments are stored, since storing a payment adds it to the sums.
  await sumAll(ctx, ctx.merchant)
  const rows = payments.map((payment) => transactionRow(ctx, payment, customers))
  await storePastPayments(ctx, rows, { actor: actorName(ctx.actor) })
  await insertInBatches(ctx.db, 'requestLog', demoRequests(ctx, shop, rows))
  const { events, attempts } = demoEvents(ctx, rows)
  await insertInBatches(ctx.db, 'webhookEvents', events)
  await insertInBatches(ctx.db, 'webhookAttempts', attempts)
}

type DatedPayment = DemoPayment & { atMs: number }

function instantOf({ now, merchant }: MerchantCtx, { daysAgo, timeMs }: DemoPayment): number {
  const today = localMoment(now(), merchant.timezone).day
  return startOfDayMs(addDays(today, -daysAgo), merchant.timezone) + timeMs
}

/** Makes each customer at the time of their first payment. */
function customerRows(ctx: MerchantCtx, payments: DatedPayment[]): Map<number, CustomerRow> {
  const rows = new Map<number, CustomerRow>()
  for (const { customer, atMs } of payments) {
    const person = demoCustomers[customer]
    if (rows.has(customer) || !person) continue
    rows.set(customer, {
      ...person,
      merchantId: ctx.merchant.id,
      id: ctx.newId('cus'),
      emailKey: emailKeyOf(person.email),
      status: customer % 9 === 8 ? 'inactive' : 'active',
      createdAt: toIso(atMs),
      updatedAt: toIso(atMs),
      erasedAt: null,
      erasingSince: null,
    })
  }
  return rows
}

function transactionRow(
  ctx: MerchantCtx,
  payment: DatedPayment,
  customers: Map<number, CustomerRow>,
): TransactionRow {
  const customer = customers.get(payment.customer)
  if (!customer) throw new Error('a demo payment has no customer')
  const { atMs } = payment
  const isPending = payment.status === 'pending'
  const settledAt = isPending ? null : toIso(Math.min(atMs + payment.tookMs, ctx.now()))
  const { day, weekday, slot } = localMoment(atMs, ctx.merchant.timezone)
  return {
    merchantId: ctx.merchant.id,
    id: ctx.newId('txn'),
    transactionId: ctx.newReference(),
    customerId: customer.id,
    customerName: customer.name,
    customerEmail: customer.email,
    amount: payment.amount,
    currency: payment.currency,
    paymentMethod: payment.paymentMethod,
    description: payment.description,
    status: payment.status,
    failureReason: payment.failureReason,
    day,
    weekday,
    slot,
    processor: 'sandbox',
    nextCheckAt: isPending ? toIso(atMs + TRANSFER_DAYS * DAY_MS) : null,
    createdAt: toIso(atMs),
    updatedAt: settledAt ?? toIso(atMs),
    settledAt,
  }
}

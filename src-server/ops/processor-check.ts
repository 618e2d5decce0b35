import type { Selectable } from 'kysely'
import type { Stripe } from 'stripe'
import type { ProcessorAccountRow } from '#db/refund-tables.ts'
import type { TransactionRow } from '#db/tables.ts'
import type { World } from '../core/context.ts'
import { asStripe } from '../features/processor-accounts/stripe-access.ts'
import { openSecret } from '../services/processors/account-secrets.ts'
import { ownIdIn } from '../services/processors/stripe/stripe-history.rules.ts'
import { pageOfHistory } from '../services/processors/stripe/stripe-history.ts'
import { chargeOf } from '../services/processors/stripe/stripe-progress.rules.ts'
import { toIso } from '../shared/day.ts'
import { earliestId } from '../shared/id.ts'
import { Currency, decimalFromMinor } from '../shared/money.ts'
import { minorOfStripe } from '../shared/stripe-amount.ts'
import type { Say } from './office.ts'
import {
  listPaymentsAtProcessor,
  listPaymentsSince,
  listStripeAccounts,
} from './processor-check.queries.ts'

type Account = Selectable<ProcessorAccountRow>
type Span = { since: string; until: string }

const DAY_MS = 24 * 60 * 60_000
/** What is younger may be on its way between the processor and here. */
const SETTLED_MS = 5 * 60_000
/** As many rows as one statement reads. */
const PAGE = 1000

/**
 * Compares the payments of some days with what their processor has of them, for each account that takes payments, and
 * says each difference. Nothing is changed. Answers how many payments were compared and how many differ; an account
 * whose processor does not answer counts as one difference.
 */
export async function processorCheck(
  world: World,
  { days, say }: { days: number; say: Say },
): Promise<{ compared: number; differences: number }> {
  const total = { compared: 0, differences: 0 }
  const nowMs = world.now()
  const span = { since: toIso(nowMs - days * DAY_MS), until: toIso(nowMs) }
  const tell = (line: string) => {
    total.differences += 1
    say(`! ${line}`)
  }
  for await (const account of openAccounts(world)) {
    try {
      const seen = await compareIntents(world, { account, span, tell })
      total.compared += seen.size
      await findUnknown(world, { account, span, seen, tell })
    } catch (error) {
      const { merchantId, id } = account
      tell(`${merchantId} ${id}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return total
}

async function* openAccounts({ db }: World): AsyncGenerator<Account> {
  let after = ''
  for (;;) {
    const rows = await listStripeAccounts(db, { after, limit: PAGE })
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.id
  }
}

/** The instant before which a payment was made whose outcome is to be known by now, both there and here. */
const settledBefore = ({ until }: Span): string => toIso(Date.parse(until) - SETTLED_MS)

type Comparison = { account: Account; span: Span; tell: (line: string) => void }

/** Compares what the processor lists with what is here. Answers the payments of ours that it lists. */
async function compareIntents(world: World, compared: Comparison): Promise<Set<string>> {
  const seen = new Set<string>()
  for await (const intents of pagesOf(world, compared)) {
    for (const id of await comparePage(world, compared, intents)) seen.add(id)
  }
  return seen
}

async function* pagesOf(
  world: World,
  { account, span }: Comparison,
): AsyncGenerator<readonly Stripe.PaymentIntent[]> {
  const secretKey = openSecret(world.secretBox, account, 'secretKey')
  const pageAfter = (after: string | null) =>
    asStripe(world, secretKey, (stripe) => pageOfHistory(stripe, span, after))
  let page = await pageAfter(null)
  yield page.intents
  while (page.isMore) {
    page = await pageAfter(page.intents.at(-1)?.id ?? null)
    yield page.intents
  }
}

async function comparePage(
  { db }: World,
  { account: { merchantId }, span, tell }: Comparison,
  intents: readonly Stripe.PaymentIntent[],
): Promise<string[]> {
  const isSettled = ({ created }: Stripe.PaymentIntent) =>
    toIso(created * 1000) <= settledBefore(span)
  const own = new Map<string, Stripe.PaymentIntent>()
  for (const intent of intents) {
    const id = ownIdIn(intent, merchantId)
    if (id !== null) own.set(id, intent)
  }
  const refs = intents.map(({ id }) => id)
  const rows = await listPaymentsAtProcessor(db, { merchantId, ids: [...own.keys()], refs })
  for (const row of rows) {
    const intent = own.get(row.id) ?? intents.find(({ id }) => id === row.processorRef)
    own.delete(row.id)
    if (!intent || !isSettled(intent)) continue
    for (const words of differencesOf(row, intent)) tell(`${merchantId} ${row.id}: ${words}`)
  }
  for (const [id, intent] of own) {
    if (!isPaid(intent) || !isSettled(intent)) continue
    tell(`${merchantId} ${id}: ${wordsOf(intent).captured} captured at the processor, not here`)
  }
  return rows.map(({ id }) => id)
}

/** Finds payments that succeeded here and that the processor does not list. */
async function findUnknown(
  { db }: World,
  { account, span, seen, tell }: Comparison & { seen: ReadonlySet<string> },
): Promise<void> {
  const { merchantId, id: accountId } = account
  // An id begins with its instant.
  let after = earliestId('txn', Date.parse(span.since) - SETTLED_MS)
  for (;;) {
    const rows = await listPaymentsSince(db, {
      merchantId,
      accountId,
      since: span.since,
      until: settledBefore(span),
      after,
      limit: PAGE,
    })
    for (const { id, amount, currency } of rows) {
      if (seen.has(id)) continue
      tell(
        `${merchantId} ${id}: ${decimalFromMinor(amount)} ${currency} captured here, not at the processor`,
      )
    }
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.id
  }
}

const isPaid = ({ status }: Stripe.PaymentIntent): boolean => status === 'succeeded'

/** Writes what the processor has of a payment: `{ captured: "10.00 EUR", refunded: "0.00 EUR" }`. */
function wordsOf(intent: Stripe.PaymentIntent): { captured: string; refunded: string } {
  const charge = chargeOf(intent)
  const currency = Currency.parse(intent.currency.toUpperCase())
  const words = (amount: number) =>
    `${decimalFromMinor(minorOfStripe(amount, currency))} ${currency}`
  // What was authorised and not captured counts as refunded there, although nobody got anything back.
  const released = charge?.captured ? charge.amount - charge.amount_captured : 0
  return {
    captured: words(isPaid(intent) ? intent.amount_received : 0),
    refunded: words((charge?.amount_refunded ?? 0) - released),
  }
}

function differencesOf(row: TransactionRow, intent: Stripe.PaymentIntent): string[] {
  const there = wordsOf(intent)
  const words = (amount: number) => `${decimalFromMinor(amount)} ${row.currency}`
  const here = {
    captured: words(row.status === 'success' ? row.amount : 0),
    refunded: words(row.amountRefunded ?? 0),
  }
  const named = ['captured', 'refunded'] as const
  return named
    .filter((name) => here[name] !== there[name])
    .map((name) => `${there[name]} ${name} at the processor, ${here[name]} here`)
}

import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, vi } from 'vitest'
import { type OpenDatabase, openDatabase } from '#db/database.ts'
import { blame, blameEach, drill, type Tally, tally } from '../support/drill.ts'
import { Ground, nextTurn } from '../support/flows/ground.ts'
import { Owner } from '../support/flows/owner.ts'
import { keepAlive } from '../support/keep-alive.ts'
import { type KillableServer, killableServer } from '../support/killable-server.ts'
import { brokenInvariants } from '../support/ledger.ts'
import { type StripeStandIn, stripeStandIn } from '../support/stripe/stripe-stand-in.ts'
import { StripePayer, type StripeStep, stripeSteps } from '../support/stripe-payer.ts'

const MOST_TURNS = 9
/** The server polls a payment with a lost response after a minute, a refund sooner. */
const LOST_AFTER_MS = 61_000
const KNOWN_WITHIN_MS = 60_000

/** Moments of the kill: before Stripe acts, after it acts but before it responds, or at random. */
const moments = ['before', 'after', 'anywhere'] as const

type Shop = { server: KillableServer; stripe: StripeStandIn; payer: StripePayer }

/**
 * Kills the server during a step, and returns whether Stripe received the call. At a random moment the kill may come
 * first.
 */
async function strike(
  { server, stripe, payer }: Shop,
  step: StripeStep,
  when: (typeof moments)[number],
): Promise<boolean> {
  const id = await step.prepare(payer)
  const from = stripe.calls.length
  const hasCome = () => stripe.calls.slice(from).some(({ call }) => step.call.test(call))
  if (when !== 'anywhere') stripe.fail({ kind: 'stall', when, call: step.call })
  const running = step.run(payer, id).catch(() => undefined)
  if (when === 'anywhere') {
    for (let turns = randomInt(2 ** randomInt(1, MOST_TURNS)); turns > 0; turns--) await nextTurn()
  } else {
    await vi.waitFor(() => expect(hasCome()).toBe(true), { timeout: 60_000, interval: 1 })
  }
  await server.kill()
  stripe.healthy()
  await running
  await server.start()
  return hasCome()
}

type Row = { id: string; status: string; amount: number; isOpen: boolean }

/** Returns all payments and refunds. An authorized payment without a requested capture or void is not open. */
async function rowsOf(db: OpenDatabase['db']): Promise<{ payments: Row[]; refunds: Row[] }> {
  const payments = await db
    .selectFrom('transactions')
    .select(['id', 'status', 'amount', 'stage', 'wish'])
    .execute()
  const refunds = await db.selectFrom('refunds').select(['id', 'status', 'amount']).execute()
  return {
    payments: payments.map(({ stage, wish, ...row }) => ({
      ...row,
      isOpen: row.status === 'pending' && (stage !== 'authorized' || wish !== null),
    })),
    refunds: refunds.map((row) => ({ ...row, isOpen: row.status === 'pending' })),
  }
}

/** Advances the server's clock until nothing is open, in at most four steps, and returns the rows. */
async function known(server: KillableServer, file: string) {
  const { db, close } = openDatabase({ url: server.databaseUrl })
  const isOver = async () => {
    const { payments, refunds } = await rowsOf(db)
    return ![...payments, ...refunds].some(({ isOpen }) => isOpen)
  }
  try {
    for (let minutes = 1; minutes <= 4 && !(await isOver()); minutes++) {
      writeFileSync(file, String(minutes * LOST_AFTER_MS))
      process.kill(server.pid(), 'SIGUSR2')
      await vi
        .waitFor(async () => expect(await isOver()).toBe(true), {
          timeout: KNOWN_WITHIN_MS / 4,
          interval: 100,
        })
        .catch(() => undefined)
    }
    return await rowsOf(db)
  } finally {
    await close()
  }
}

const sumOf = (rows: { status: string; amount: number }[]) =>
  rows.reduce((sum, { status, amount }) => sum + (status === 'success' ? amount : 0), 0)

async function kills(
  count: number,
  { steps = stripeSteps, fault }: { steps?: readonly StripeStep[]; fault?: string } = {},
): Promise<Tally> {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-processor-'))
  const file = path.join(folder, 'ahead')
  await using stripe = await stripeStandIn()
  const account = stripe.addAccount()
  await using server = await killableServer(
    { STRIPE_API_URL: stripe.url, CLOCK_FILE: file },
    { outside: 'movable-clock', fault },
  )
  using client = keepAlive(server.url, 4)
  const owner = await Owner.of(new Ground(server, client), 'shop@example.com')
  const payer = new StripePayer(owner, client)
  await payer.connect(account)
  const found = tally({ tried: 0 })
  const came = new Map<string, number>()
  for (; found.tried < count; found.tried++) {
    const step = steps[found.tried % steps.length]
    const when = moments[Math.floor(found.tried / steps.length) % moments.length]
    if (!step || !when) throw new Error('there is no such step')
    const hasCome = await strike({ server, stripe, payer }, step, when)
    if (hasCome) came.set(step.name, (came.get(step.name) ?? 0) + 1)
  }
  const { payments, refunds } = await known(server, file)
  const moved = stripe.movedBy(account)
  const ours = { captured: sumOf(payments), refunded: sumOf(refunds) }
  for (const what of ['captured', 'refunded'] as const) {
    if (moved[what] > ours[what]) blame(found, 'doubled', `${what}: ${moved[what]} at Stripe`)
    if (moved[what] < ours[what]) blame(found, 'lost', `${what}: ${ours[what]} in our rows`)
  }
  const open = [...payments, ...refunds].filter(({ isOpen }) => isOpen)
  blameEach(
    found,
    'crashed',
    open.map(({ id }) => `${id} is still open`),
  )
  await server.stop()
  blameEach(found, 'crashed', await brokenInvariants(server.databaseUrl))
  found.notes.push(
    `${payments.length} payments, ${refunds.length} refunds; deaths in the middle of ${[...came]
      .map(([name, times]) => `${name} ${times}`)
      .join(', ')}`,
  )
  rmSync(folder, { recursive: true, force: true })
  return found
}

drill({
  row: 'processor',
  what: 'kill -9 in the middle of each call to Stripe, before and after it was done, and at any moment: creating, confirming, capturing, letting go, refunding; the money that moved is the money in our rows',
  quick: 10,
  full: 300,
  run: (count) => kills(count),
  selfTest: () =>
    // A doubled refund may still be in flight when the sums are compared, but not all six of them.
    kills(6, {
      steps: stripeSteps.filter(({ name }) => name === 'refund'),
      fault: 'doubled-stripe-refunds',
    }),
})

import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, vi } from 'vitest'
import { type OpenDatabase, openDatabase } from '#db/database.ts'
import { addFault, addFaults, drill, mergeTallies, type Tally, tally } from '../support/drill.ts'
import { FlowClient, yieldToEventLoop } from '../support/flows/flow-client.ts'
import { Owner } from '../support/flows/owner.ts'
import { createKeepAliveClient } from '../support/keep-alive.ts'
import {
  type KillStep,
  type KillTarget,
  startPayPalTarget,
  startStripeTarget,
} from '../support/kill-target.ts'
import { type KillableServer, startKillableServer } from '../support/killable-server.ts'
import { findBrokenInvariants } from '../support/ledger.ts'

const MAX_TICKS_LOG2 = 9
/** The server polls a payment with a lost response after a minute, a refund sooner. */
const POLL_AFTER_MS = 61_000
const SETTLED_WITHIN_MS = 60_000

/** Moments of the kill: before the processor acts, after it acts but before it responds, or at random. */
const moments = ['before', 'after', 'anywhere'] as const

type Shop = { server: KillableServer; target: KillTarget }

/**
 * Kills the server during a step, and returns whether the processor received the call. At a random moment the kill may
 * come first.
 */
async function killDuringStep(
  { server, target }: Shop,
  step: KillStep,
  when: (typeof moments)[number],
): Promise<boolean> {
  const id = await step.prepare()
  const from = target.calls.length
  const wasCalled = () => target.calls.slice(from).some(({ call }) => step.call.test(call))
  if (when !== 'anywhere') target.fail({ kind: 'stall', when, call: step.call })
  const running = step.run(id).catch(() => undefined)
  if (when === 'anywhere') {
    for (let ticks = randomInt(2 ** randomInt(1, MAX_TICKS_LOG2)); ticks > 0; ticks--)
      await yieldToEventLoop()
  } else {
    await vi.waitFor(() => expect(wasCalled()).toBe(true), { timeout: 60_000, interval: 1 })
  }
  await server.kill()
  target.recover()
  await running
  await server.start()
  return wasCalled()
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
async function settleAll(server: KillableServer, file: string) {
  const { db, close } = openDatabase({ url: server.databaseUrl })
  const isSettled = async () => {
    const { payments, refunds } = await rowsOf(db)
    return ![...payments, ...refunds].some(({ isOpen }) => isOpen)
  }
  try {
    for (let minutes = 1; minutes <= 4 && !(await isSettled()); minutes++) {
      writeFileSync(file, String(minutes * POLL_AFTER_MS))
      process.kill(server.pid(), 'SIGUSR2')
      await vi
        .waitFor(async () => expect(await isSettled()).toBe(true), {
          timeout: SETTLED_WITHIN_MS / 4,
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

async function runKills(
  count: number,
  {
    start,
    only,
    fault,
  }: { start: () => Promise<KillTarget>; only?: string; fault?: string | undefined },
): Promise<Tally> {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-processor-'))
  const file = path.join(folder, 'ahead')
  await using target = await start()
  await using server = await startKillableServer(
    { ...target.environment, CLOCK_FILE: file },
    { outside: 'movable-clock', fault },
  )
  using client = createKeepAliveClient(server.url, 4)
  const owner = await Owner.of(new FlowClient(server, client), 'shop@example.com')
  const { steps: all, movedAmounts, finish } = await target.connect(owner, client)
  const steps = all.filter(({ name }) => only === undefined || name === only)
  const found = tally({ tried: 0 })
  const callCounts = new Map<string, number>()
  for (; found.tried < count; found.tried++) {
    const step = steps[found.tried % steps.length]
    const when = moments[Math.floor(found.tried / steps.length) % moments.length]
    if (!step || !when) throw new Error('there is no such step')
    const wasCalled = await killDuringStep({ server, target }, step, when)
    if (wasCalled) callCounts.set(step.name, (callCounts.get(step.name) ?? 0) + 1)
  }
  finish()
  const { payments, refunds } = await settleAll(server, file)
  const totals = movedAmounts()
  const ourTotals = { captured: sumOf(payments), refunded: sumOf(refunds) }
  for (const what of ['captured', 'refunded'] as const) {
    if (totals[what] > ourTotals[what])
      addFault(found, 'doubled', `${what}: ${totals[what]} at ${target.name}`)
    if (totals[what] < ourTotals[what])
      addFault(found, 'lost', `${what}: ${ourTotals[what]} in our rows`)
  }
  const open = [...payments, ...refunds].filter(({ isOpen }) => isOpen)
  addFaults(
    found,
    'crashed',
    open.map(({ id }) => `${id} is still open`),
  )
  await server.stop()
  addFaults(found, 'crashed', await findBrokenInvariants(server.databaseUrl))
  found.notes.push(
    `${target.name}: ${payments.length} payments, ${refunds.length} refunds; deaths in the middle of ${[
      ...callCounts,
    ]
      .map(([name, times]) => `${name} ${times}`)
      .join(', ')}`,
  )
  rmSync(folder, { recursive: true, force: true })
  return found
}

drill({
  row: 'processor',
  what: 'kill -9 in the middle of each call to Stripe and PayPal, before and after it was done, and at any moment: creating, confirming, capturing, letting go, refunding; the money that moved is the money in our rows',
  quick: 10,
  full: 300,
  run: async (count) =>
    mergeTallies([
      await runKills(count, { start: startStripeTarget }),
      await runKills(count, { start: startPayPalTarget }),
    ]),
  selfTest: () =>
    // A doubled refund may still be in flight when the sums are compared, but not all six of them.
    runKills(6, {
      start: startStripeTarget,
      only: 'refund',
      fault: 'doubled-stripe-refunds',
    }),
})

import { expect, test } from 'vitest'
import { listLedgerBalances } from '#server/features/ledger/ledger.queries.ts'
import { runBalanceCheck } from '#server/ops/check/balance-check.ts'
import { readBalances } from '../support/balances.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { balanceOf, book, failRefund, withdraw } from '../support/paypal/money.ts'
import { createPayPalShop, type PayPalShop } from '../support/paypal-shop.ts'
import { pick, randomNumbers } from '../support/random-numbers.ts'
import { runs } from '../support/runs.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const zones = ['Europe/Rome', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland']

type History = {
  shop: PayPalShop
  random: () => number
  payments: string[]
  /** Captures under a dispute, with the withheld amount. */
  disputed: { captureId: string; amount: number; currency: string }[]
  failedRefunds: Set<string>
}

const contextOf = ({ shop }: History) => shop.paypal.contextOf(shop.account)
const amountOf = ({ random }: History): string =>
  `${1 + Math.floor(random() * 200)}.${10 + Math.floor(random() * 90)}`

/** Takes a payment: at once, in parts, or after it was pending for some hours. */
async function takePayment(history: History): Promise<void> {
  const { shop, random } = history
  const isHeld = random() < 0.3
  if (!isHeld && random() < 0.3) {
    const end = pick(random, ['COMPLETED', 'DECLINED'] as const)
    const afterMs = Math.floor(random() * 3 * DAY_MS)
    shop.paypal.plan(shop.account, { kind: 'pending', reason: 'ECHECK', afterMs, end })
  }
  const id = await shop.payApproved({
    amount: amountOf(history),
    currency: pick(random, ['EUR', 'USD', 'GBP']),
    ...(isHeld && { captureMethod: 'manual' }),
  })
  history.payments.push(id)
}

async function refund(history: History): Promise<void> {
  const { shop, random, payments } = history
  if (random() < 0.3) {
    const end = pick(random, ['COMPLETED', 'FAILED'] as const)
    shop.paypal.plan(shop.account, { kind: 'refund', afterMs: random() * 2 * DAY_MS, end })
  }
  const path = `/api/transactions/${pick(random, [...payments, 'txn_none'])}/refunds`
  const body = random() < 0.3 ? {} : { amount: `${1 + Math.floor(random() * 30)}.00` }
  await shop.shop.rest('POST', path, body)
}

function failSomeRefund(history: History): void {
  const { shop, random, failedRefunds } = history
  const refunds = [...shop.account.refunds.values()].filter(
    ({ id, status }) => status === 'COMPLETED' && !failedRefunds.has(id),
  )
  if (refunds.length === 0) return
  const failed = pick(random, refunds)
  failedRefunds.add(failed.id)
  failRefund(contextOf(history), failed)
}

/** PayPal withholds money for a dispute. */
function openDispute(history: History): void {
  const { shop, random, disputed } = history
  const captures = [...shop.account.captures.values()].filter(
    ({ status }) => status === 'COMPLETED',
  )
  if (captures.length === 0) return
  const { id: captureId, amount: money } = pick(random, captures)
  const currency = money.currency_code
  const amount = Math.round(Number(money.value) * 100)
  disputed.push({ captureId, amount, currency })
  book(contextOf(history), { code: 'T1110', currency, amount: -amount, referenceId: captureId })
}

/** PayPal releases the money of a dispute. When it is lost, PayPal takes the money, and a fee. */
function closeDispute(history: History): void {
  const { random, disputed } = history
  const closed = disputed.pop()
  if (!closed) return
  const { captureId: referenceId, amount, currency } = closed
  const common = { currency, referenceId }
  book(contextOf(history), { code: 'T1111', ...common, amount })
  if (random() < 0.5) return
  const code = pick(random, ['T1106', 'T1201'])
  book(contextOf(history), { code, ...common, amount: -amount })
  book(contextOf(history), { code: 'T0106', ...common, amount: -1600 })
  if (random() < 0.3) book(contextOf(history), { code: 'T1202', ...common, amount })
}

function sendMoney(history: History): void {
  const { shop, random } = history
  const currency = pick(random, ['EUR', 'USD', 'GBP'])
  const balance = balanceOf(shop.account, currency)
  if (balance < 100) return
  const amount = Math.floor(balance * (0.3 + random() * 0.7))
  const isAutomatic = random() < 0.5
  withdraw(contextOf(history), { currency, amount, fails: random() < 0.3, isAutomatic })
}

/** Something that a merchant, a payer, PayPal or time does. A refused step changes nothing. */
const steps: readonly ((history: History) => unknown)[] = [
  takePayment,
  takePayment,
  refund,
  failSomeRefund,
  openDispute,
  closeDispute,
  sendMoney,
  (history) => {
    const code = pick(history.random, ['T0100', 'T2103', 'T2104', 'T9999', 'T1200', 'T0300'])
    const amount = Math.floor(history.random() * 4000) - 2000
    book(contextOf(history), { code, currency: 'EUR', amount })
  },
  ({ shop, random, payments }) =>
    shop.shop.rest(
      'POST',
      `/api/transactions/${pick(random, [...payments, 'txn_none'])}/capture`,
      random() < 0.5 ? {} : { amount: '1.00' },
    ),
  ({ shop, random }) => shop.ada.api.merchant.update.mutate({ timezone: pick(random, zones) }),
  ({ shop, random }) => {
    shop.account.money.lateByMs = Math.floor(random() * 3 * HOUR_MS)
  },
  ({ shop, random }) => {
    if (random() < 0.5) shop.account.conversions.set('GBP', { to: 'EUR', rate: 1.17 })
    else shop.account.conversions.delete('GBP')
  },
  ({ shop, random }) => shop.later(Math.floor(random() * 6 * HOUR_MS)),
  ({ shop }) => shop.poll(),
  ({ shop }) => readBalances(shop.app, 1),
  ({ shop }) => readBalances(shop.app, 1),
]

/** Returns what the ledger says that the processor holds, by currency. */
async function heldIn({ shop }: History): Promise<Record<string, number>> {
  const { app, ada } = shop
  const held: Record<string, number> = {}
  for (const row of await listLedgerBalances(app.db, { merchantId: ada.merchant.id })) {
    if (row.kind !== 'processor') continue
    held[row.currency] = Number(row.debits) - Number(row.credits)
  }
  return held
}

test('ledger, entries and PayPal’s balance agree after any history', async () => {
  for (let seed = 1; seed <= runs(12, 2); seed++) {
    await using shop = await createPayPalShop()
    const random = randomNumbers(seed)
    const history: History = { shop, random, payments: [], disputed: [], failedRefunds: new Set() }
    shop.account.money.mostRows = 40
    for (let step = 0; step < 60; step++) {
      await shop.ada.signIn()
      await pick(random, steps)(history)
    }
    for (let day = 0; day < 5; day++) {
      await shop.later(DAY_MS + HOUR_MS)
      await shop.poll()
      await readBalances(shop.app, 4)
    }

    expect({ seed, findings: await ledgerFindings(shop.app) }).toEqual({ seed, findings: [] })
    const lines: string[] = []
    await runBalanceCheck(shop.app.world, (line) => lines.push(line))
    expect({ seed, lines }).toEqual({ seed, lines: [] })
    const held = await heldIn(history)
    for (const currency of Object.keys(held)) {
      const expected = balanceOf(shop.account, currency)
      expect({ seed, currency, held: held[currency] }).toEqual({ seed, currency, held: expected })
    }
    const entries = await shop.app.db.selectFrom('balanceEntries').select('ref').execute()
    const rows = shop.account.money.rows.filter(({ status }) => status === 'S')
    const holds = rows.filter(({ code }) => /^T(111[01]|21)/.test(code))
    expect({ seed, entries: entries.length }).toEqual({ seed, entries: rows.length + holds.length })
  }
})

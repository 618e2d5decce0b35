import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settleRefunds } from '#server/features/refunds/settle-refunds.ts'
import { decimalFromMinor, minorFromDecimal } from '#server/shared/money/money.ts'
import { findBrokenInvariantsNow } from '../support/ledger.ts'
import { payment } from '../support/make.ts'
import { runs } from '../support/runs.ts'
import { type Person, SETTLEMENT_MS, type TestApp, testApp } from '../support/test-app.ts'

const zones = ['UTC', 'Europe/Rome', 'America/Santiago', 'Pacific/Auckland', 'Asia/Kolkata']

/** Cents by which the sandbox decides: paid, declined, paid later, given up, waits for the payer, expires. */
const payEndings = ['00', '01', '03', '04', '06', '07'] as const
/** Cents by which a refund ends: succeeds, is pending, succeeds and then fails, is refused. */
const refundEndings = ['00', '08', '09', '10'] as const

const index = fc.nat({ max: 30 })
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      whole: fc.integer({ min: 20, max: 300 }),
      ending: fc.constantFrom(...payEndings),
      method: fc.constantFrom('card' as const, 'paypal' as const, 'bank' as const),
      currency: fc.constantFrom('USD' as const, 'EUR' as const),
      customer: fc.constantFrom('ada', 'bob', 'cia'),
      isManual: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      which: index,
      whole: fc.integer({ min: 1, max: 120 }),
      ending: fc.constantFrom(...refundEndings),
      isRest: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('capture' as const),
      which: index,
      percent: fc.integer({ min: 1, max: 110 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('void' as const), which: index }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      which: index,
      status: fc.constantFrom('success' as const, 'failed' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), which: index }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('move' as const), zone: fc.constantFrom(...zones) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      hours: fc.constantFrom(0, 7, 30, 200),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

type Row = Awaited<ReturnType<Person['api']['transactions']['list']['query']>>['data'][number]

const minorOf = (text: string): number => {
  const amount = minorFromDecimal(text.replace('-', ''))
  if (amount === undefined) throw new Error(`${text} is not an amount`)
  return text.startsWith('-') ? -amount : amount
}

/** Expects success or a refusal with a reason: no step may be a mistake of the caller or a crash. */
function expectResponse({ status, body }: { status: number; body: string }): void {
  expect([200, 201, 202, 204, 404, 409], body).toContain(status)
}

class ModelShop {
  readonly #app: TestApp
  readonly #person: Person
  readonly #ids: string[] = []

  constructor(app: TestApp, person: Person) {
    this.#app = app
    this.#person = person
  }

  #pick(index: number): string {
    return this.#ids[index % Math.max(1, this.#ids.length)] ?? 'pay_none'
  }

  async take(step: Step): Promise<void> {
    const { rest } = this.#person
    switch (step.do) {
      case 'pay': {
        const response = await rest('POST', '/api/payments', {
          ...payment({
            amount: `${step.whole}.${step.ending}`,
            currency: step.currency,
            paymentMethod: step.method,
            customerEmail: `${step.customer}@example.com`,
          }),
          ...(step.isManual && step.method !== 'bank' && { captureMethod: 'manual' }),
        })
        expectResponse(response)
        return void this.#ids.push(response.json().id)
      }
      case 'refund':
        return this.#refund(step)
      case 'capture': {
        const id = this.#pick(step.which)
        const { amounts } = await this.#money(id)
        const amount = Math.max(
          1,
          Math.round((minorOf(amounts?.authorized ?? '1.00') * step.percent) / 100),
        )
        return expectResponse(
          await rest('POST', `/api/transactions/${id}/capture`, {
            amount: decimalFromMinor(amount),
          }),
        )
      }
      case 'void':
        return expectResponse(
          await rest('POST', `/api/transactions/${this.#pick(step.which)}/void`, {}),
        )
      case 'decide':
        return expectResponse(
          await rest('PUT', `/api/transactions/${this.#pick(step.which)}`, { status: step.status }),
        )
      case 'erase': {
        const paid = await rest('GET', `/api/transactions/${this.#pick(step.which)}`)
        if (paid.status !== 200) return
        return expectResponse(await rest('DELETE', `/api/customers/${paid.json().customerId}`))
      }
      case 'move':
        return expectResponse(await rest('PATCH', '/api/merchant/profile', { timezone: step.zone }))
      case 'wait':
        return this.#wait(step.hours)
    }
  }

  async #money(id: string) {
    const response = await this.#person.rest('GET', `/api/transactions/${id}`)
    if (response.status !== 200) return { amounts: undefined, remaining: 0 }
    const { amounts } = await this.#person.api.refunds.ofPayment.query({ id })
    return { amounts, remaining: minorOf(amounts.remaining) }
  }

  /** Expects the refund to be accepted if, and only if, that much is left. */
  async #refund({
    which: index,
    whole,
    ending,
    isRest,
  }: Extract<Step, { do: 'refund' }>): Promise<void> {
    const id = this.#pick(index)
    const { remaining } = await this.#money(id)
    const amount = `${whole}.${ending}`
    const response = await this.#person.rest(
      'POST',
      `/api/transactions/${id}/refunds`,
      isRest ? {} : { amount },
    )
    expectResponse(response)
    const isWithinRemaining = isRest ? remaining > 0 : minorOf(amount) <= remaining
    expect(response.status < 300, `${amount} of ${remaining}: ${response.body}`).toBe(
      isWithinRemaining,
    )
  }

  async #wait(hours: number): Promise<void> {
    this.#app.clock.advance(SETTLEMENT_MS + hours * 3_600_000)
    if (hours > 0) await this.#person.signIn()
    await this.#app.settle()
    await settleRefunds(this.#app.world)
  }
}

async function everyRow(person: Person): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const found = await person.api.transactions.list.query({ page, limit: 100 })
    rows.push(...found.data)
    if (rows.length >= found.total) return rows
  }
}

const sumBy = <T>(rows: readonly T[], key: (row: T) => string, amount: (row: T) => number) => {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(key(row), (sums.get(key(row)) ?? 0) + amount(row))
  return sums
}

/** Expects figures to equal the sums of the listed rows: in total, by customer and by day. */
async function expectFiguresAreRows(person: Person): Promise<void> {
  const payments = (await everyRow(person)).filter(({ status }) => status === 'success')
  const refunds = (await person.api.refunds.list.query({ status: 'success', limit: 100 })).data
  const takings = sumBy(
    payments,
    ({ currency }) => currency,
    ({ amount }) => minorOf(amount),
  )
  const refundSums = sumBy(
    refunds,
    ({ currency }) => currency,
    ({ amount }) => minorOf(amount),
  )

  const { byCurrency } = await person.api.refunds.figures.query({})
  for (const line of byCurrency) {
    const gross = takings.get(line.currency) ?? 0
    const refunded = refundSums.get(line.currency) ?? 0
    expect([minorOf(line.gross), minorOf(line.refunded), minorOf(line.net)]).toEqual([
      gross,
      refunded,
      gross - refunded,
    ])
    takings.delete(line.currency)
    refundSums.delete(line.currency)
  }
  expect([...takings, ...refundSums].filter(([, sum]) => sum !== 0)).toEqual([])

  const byCustomer = sumBy(
    refunds,
    ({ customerId, currency }) => `${customerId} ${currency}`,
    ({ amount }) => minorOf(amount),
  )
  for (const customerId of new Set(payments.map((row) => row.customerId))) {
    const figures = await person.api.refunds.figures.query({ customerId })
    for (const { currency, refunded } of figures.byCurrency) {
      expect(minorOf(refunded)).toBe(byCustomer.get(`${customerId} ${currency}`) ?? 0)
    }
  }
}

test('random payments, captures, refunds, cancellations, zone changes and erasures add up', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 24 }),
      fc.constantFrom(...zones),
      async (steps, timezone) => {
        await using app = await testApp()
        const person = await app.person({ timezone })
        const shop = new ModelShop(app, person)
        for (const each of steps) await shop.take(each)
        await expectFiguresAreRows(person)
        expect(await findBrokenInvariantsNow(app.database)).toEqual([])
      },
    ),
    { numRuns: runs(40, 8) },
  )
}, 240_000)

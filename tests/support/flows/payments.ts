import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#db/tables.ts'
import { payment } from '../make.ts'
import { type Flow, type FlowClient, uniqueName } from './flow-client.ts'
import type { Owner } from './owner.ts'
import { kinds, type PaymentKind } from './payment-rows.ts'

const REPEAT_ONE_IN = 8
const REGULAR_COUNT = 20
const AT_ONCE = 6

type TakenPayment = {
  kind: PaymentKind
  body: ReturnType<typeof payment>
  id?: string
  response?: string
}
export type Payer = { name: string; email: string }
export type PaymentOfCustomer = { id: string; customerId: string }

/**
 * Payments of a careful integrator. The key is chosen before the first attempt, every failure is retried with it, and
 * sometimes an old request is repeated. The description also contains the key.
 */
export class Payments implements Flow {
  readonly name = 'payments'
  readonly atOnce = AT_ONCE
  readonly #flowClient: FlowClient
  readonly #owner: Owner
  readonly #taken = new Map<string, TakenPayment>()

  constructor(flowClient: FlowClient, owner: Owner) {
    this.#flowClient = flowClient
    this.#owner = owner
  }

  readonly step = async (): Promise<void> => {
    if (randomInt(REPEAT_ONE_IN) === 0) return this.#repeatOne()
    const regular = randomInt(REGULAR_COUNT)
    await this.pay({ name: 'Ada Rossi', email: `ada${regular}@example.com` })
  }

  /** Makes a payment of a random kind; returns undefined if it was refused. */
  async pay({ name, email }: Payer): Promise<PaymentOfCustomer | undefined> {
    const kind = kinds[randomInt(kinds.length)] as PaymentKind
    const key = uniqueName()
    const body = payment({
      amount: `${randomInt(1, 900)}.${kind.cents}`,
      currency: (['USD', 'EUR'] as const)[randomInt(2)] ?? 'USD',
      paymentMethod: kind.paymentMethod,
      customerName: name,
      customerEmail: email,
      description: key,
    })
    const sentPayment: TakenPayment = { kind, body }
    this.#taken.set(key, sentPayment)
    const outcome = await this.#send(key, sentPayment)
    if (outcome.is !== 'done') return undefined
    sentPayment.id = String(outcome.json.id)
    sentPayment.response = JSON.stringify(outcome.json)
    return { id: sentPayment.id, customerId: String(outcome.json.customerId) }
  }

  /** Repeats an old payment of a regular customer: no erasure has changed its response. */
  async #repeatOne(): Promise<void> {
    const repeatable = [...this.#taken].slice(-100).filter(([, { response, body }]) => {
      return response !== undefined && body.customerName === 'Ada Rossi'
    })
    const [key, sentPayment] = repeatable[randomInt(Math.max(1, repeatable.length))] ?? []
    if (key === undefined || sentPayment === undefined) return
    const outcome = await this.#send(key, sentPayment)
    if (outcome.is === 'done' && JSON.stringify(outcome.json) !== sentPayment.response) {
      this.#flowClient.doubled.push(`payments: ${key} was answered in two ways`)
    }
  }

  async #send(key: string, { body }: TakenPayment) {
    const outcome = await this.#flowClient.sendUntilResponse(this.name, {
      method: 'POST',
      path: '/api/payments',
      headers: { ...this.#owner.keyHeaders, 'idempotency-key': key },
      body,
    })
    this.#flowClient.reportIfRefused(this.name, outcome)
    return outcome
  }

  readonly check = async (db: Kysely<Database>): Promise<void> => {
    const rows = await db.selectFrom('transactions').selectAll().execute()
    const byKey = new Map<string | null, typeof rows>()
    for (const row of rows) byKey.set(row.description, [...(byKey.get(row.description) ?? []), row])
    // An erasure removes the name and also the description, by which this check finds a payment.
    const erased = new Map(
      rows.filter(({ description }) => description === null).map((row) => [row.id, row]),
    )
    for (const [key, { id, kind, body }] of this.#taken) {
      if (id === undefined) continue
      const [stored, ...duplicates] = byKey.get(key) ?? []
      const row = stored ?? erased.get(id)
      const about = `payments: ${kind.paymentMethod} ${body.amount} ${id}`
      if (duplicates.length > 0)
        this.#flowClient.doubled.push(`${about} is there ${duplicates.length + 1} times`)
      if (row?.id !== id) {
        this.#flowClient.lost.push(`${about} is not there`)
        continue
      }
      const isAsExpected =
        row.amount === Math.round(Number(body.amount) * 100) &&
        row.status === kind.ends &&
        row.failureReason === (kind.reason ?? null)
      if (!isAsExpected)
        this.#flowClient.lost.push(`${about} is ${row.status} ${row.failureReason}`)
    }
  }
}

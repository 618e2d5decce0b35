import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { vi } from 'vitest'
import type { RefundRow, SandboxOperationRow } from '#db/tables/refund-tables.ts'
import type { Database } from '#db/tables.ts'
import { payment } from '../make.ts'
import { type Flow, type FlowClient, type Outcome, uniqueName } from './flow-client.ts'
import type { Owner } from './owner.ts'

const AT_ONCE = 8
const SETTLED_WITHIN_MS = 60_000
/**
 * Refunds of a payment of 100.00. The last two digits decide in the sandbox: 08 succeeds later, 09 succeeds and then
 * fails, 10 fails.
 */
const refundAmounts = ['10.00', '5.00', '3.08', '2.09', '1.10'] as const
/** Maximum status queries without an outcome per refund: a response may be lost more than once, but not endlessly. */
const MAX_QUERIES_WITHOUT_OUTCOME = 2

type RefundCall = { key: string; path: string; amount?: string | undefined; responses: Set<string> }

const idOf = (outcome: Outcome): string | undefined =>
  outcome.is === 'done' ? String(outcome.json.id) : undefined

/**
 * A shop that refunds payments, and captures or voids its authorizations. Keys are chosen before the first attempt, and
 * every failure is retried with them. Each refund's note contains its key.
 */
export class Refunds implements Flow {
  readonly name = 'refunds'
  readonly atOnce = AT_ONCE
  readonly #flowClient: FlowClient
  readonly #owner: Owner
  readonly #calls: RefundCall[] = []
  /** Authorized payments that were captured (with the amount) or voided (undefined). */
  readonly #endedAuthorizations = new Map<
    string,
    { amount: number | undefined; isAcknowledged: boolean }
  >()

  constructor(flowClient: FlowClient, owner: Owner) {
    this.#flowClient = flowClient
    this.#owner = owner
  }

  readonly step = async (): Promise<void> => {
    if (randomInt(4) === 0) return this.#endAuthorization()
    const paid = idOf(
      await this.#send('/api/transactions', uniqueName(), payment({ amount: '100.00' })),
    )
    if (paid === undefined) return
    for (let n = randomInt(1, 5); n > 0; n--) await this.#refund(paid)
  }

  async #refund(paid: string): Promise<void> {
    const path = `/api/transactions/${paid}/refunds`
    const key = uniqueName()
    const amount = refundAmounts[randomInt(refundAmounts.length + 1)]
    const call: RefundCall = { key, path, amount, responses: new Set() }
    this.#calls.push(call)
    const body = { note: key, ...(amount !== undefined && { amount }) }
    // Sometimes repeats the request, like a program that forgot the response.
    for (let n = randomInt(4) === 0 ? 2 : 1; n > 0; n--) {
      const id = idOf(
        await this.#send(path, key, body, ['fully_refunded', 'refund_exceeds_remaining']),
      )
      if (id !== undefined) call.responses.add(id)
    }
  }

  async #endAuthorization(): Promise<void> {
    const order = payment({ amount: '100.00', captureMethod: 'manual' })
    const id = idOf(await this.#send('/api/transactions', uniqueName(), order))
    if (id === undefined) return
    const isCapture = randomInt(2) === 0
    const path = `/api/transactions/${id}/${isCapture ? 'capture' : 'void'}`
    const done = await this.#send(path, uniqueName(), isCapture ? { amount: '80.00' } : {})
    this.#endedAuthorizations.set(id, {
      amount: isCapture ? 8000 : undefined,
      isAcknowledged: done.is === 'done',
    })
  }

  async #send(path: string, key: string, body: object, expected: string[] = []) {
    const outcome = await this.#flowClient.sendUntilResponse(this.name, {
      method: 'POST',
      path,
      headers: { ...this.#owner.keyHeaders, 'idempotency-key': key },
      body,
    })
    if (outcome.is === 'refused' && !expected.includes(outcome.reason)) {
      this.#flowClient.reportIfRefused(this.name, outcome)
    }
    return outcome
  }

  /** Counts the pending refunds: `reserved` before, `called` after the processor has stored them. */
  static async countPending(db: Kysely<Database>): Promise<{ reserved: number; called: number }> {
    const rows = await db
      .selectFrom('refunds')
      .where('status', '=', 'pending')
      .selectAll()
      .execute()
    const booked = new Set((await readBook(db, 'refund')).map(({ key }) => key))
    // Refunds that end in 08 stay pending at the processor too.
    const unanswered = rows.filter(({ amount }) => amount % 100 !== 8)
    return {
      reserved: unanswered.filter(({ id }) => !booked.has(id)).length,
      called: unanswered.filter(({ id }) => booked.has(id)).length,
    }
  }

  readonly check = async (db: Kysely<Database>): Promise<void> => {
    await vi.waitFor(() => assertNonePending(db), { timeout: SETTLED_WITHIN_MS, interval: 250 })
    const refunds = await db.selectFrom('refunds').selectAll().execute()
    const byNote = new Map<string | null, RefundRow[]>()
    for (const row of refunds) byNote.set(row.note, [...(byNote.get(row.note) ?? []), row])
    // An erasure removes the name and also the note, by which this check finds a refund.
    const erased = new Set(refunds.filter(({ note }) => note === null).map(({ id }) => id))
    for (const { key, responses, path, amount } of this.#calls) {
      const about = `refunds: ${amount ?? 'the rest'} of ${path}, key ${key}`
      const rows = byNote.get(key) ?? []
      if (rows.length > 1 || responses.size > 1)
        this.#flowClient.doubled.push(`${about} is there twice`)
      for (const id of responses) {
        const isStored = rows[0]?.id === id || erased.has(id)
        if (!isStored) this.#flowClient.lost.push(`${about}: ${id} is not there`)
      }
    }
    this.#checkBook(refunds, await readBook(db, 'refund'))
    await this.#checkEnds(db)
  }

  /** Checks that the processor's book and the stored refunds agree, with one entry for each. */
  #checkBook(refunds: readonly RefundRow[], book: readonly SandboxOperationRow[]): void {
    const { doubled, lost, strange } = this.#flowClient
    const refundsById = new Map(refunds.map((row) => [row.id, row]))
    for (const { key, amount } of book) {
      const row = refundsById.get(key)
      if (!row)
        doubled.push(`refunds: the processor gave ${amount} back as ${key}, which is not a refund`)
      else if (row.amount !== amount)
        strange.push(`refunds: ${key} is of ${row.amount}, not ${amount}`)
    }
    const booked = new Set(book.map(({ key }) => key))
    for (const { id, status, amount, checkCount } of refunds) {
      const ending = amount % 100
      const ends = ending === 9 || ending === 10 ? 'failed' : 'success'
      if (status !== ends) lost.push(`refunds: ${id} of ${amount} is ${status}, not ${ends}`)
      if (booked.has(id) === (ending === 10))
        lost.push(`refunds: ${id} of ${amount} at the processor`)
      if (Number(checkCount) > MAX_QUERIES_WITHOUT_OUTCOME)
        strange.push(`refunds: ${id} asked ${checkCount} times`)
    }
  }

  async #checkEnds(db: Kysely<Database>): Promise<void> {
    const ends = new Map(
      (await readBook(db, 'capture', 'cancel')).map((row) => [row.transactionId, row]),
    )
    for (const [id, { amount, isAcknowledged }] of this.#endedAuthorizations) {
      const row = await db
        .selectFrom('transactions')
        .where('id', '=', id)
        .select(['status', 'amount'])
        .executeTakeFirst()
      const about = `refunds: ${id}, which was ${amount === undefined ? 'voided' : 'captured'},`
      if (!row) this.#flowClient.lost.push(`${about} is not there`)
      if (!row || !isAcknowledged) continue
      const isAsExpected =
        amount === undefined
          ? row.status === 'failed' && ends.get(id)?.kind === 'cancel'
          : row.status === 'success' && row.amount === amount && ends.get(id)?.amount === amount
      if (!isAsExpected) this.#flowClient.lost.push(`${about} is ${row.status} with ${row.amount}`)
    }
  }
}

const readBook = (db: Kysely<Database>, ...kinds: SandboxOperationRow['kind'][]) =>
  db.selectFrom('sandboxOperations').where('kind', 'in', kinds).selectAll().execute()

async function assertNonePending(db: Kysely<Database>): Promise<void> {
  const openRows = await db
    .selectFrom('refunds')
    .where((where) =>
      where.or([where('status', '=', 'pending'), where('nextCheckAt', 'is not', null)]),
    )
    .select('id')
    .execute()
  if (openRows.length > 0) throw new Error(`${openRows.length} refunds are still asked for`)
}

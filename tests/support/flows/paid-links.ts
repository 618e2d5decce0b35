import { randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { vi } from 'vitest'
import type { Database } from '#db/tables.ts'
import type { KeepAliveClient, PlainResponse, RequestOptions } from '../keep-alive.ts'
import {
  type Flow,
  type FlowClient,
  type FlowServer,
  uniqueName,
  yieldToEventLoop,
} from './flow-client.ts'
import type { Owner } from './owner.ts'

const SETTLED_WITHIN_MS = 60_000
/** Stays below sixty declines within ten minutes, which block all links of a merchant for a while. */
const MAX_DECLINED = 40
/**
 * Refunds of a payment of 40.00. The last two digits decide in the sandbox: 08 succeeds later, 09 succeeds and then
 * fails, 10 fails.
 */
const refundAmounts = ['10.00', '5.00', '3.08', '2.09', '1.10'] as const

type Link = { id: string; path: string }
type FlowTarget = { server: FlowServer; client: KeepAliveClient }

/**
 * Payers who pay by links from many IP addresses and repeat each form until it gets a response, and a shop that refunds
 * some of the payments. All payers have the owner's e-mail address, because in test mode mails go to members only.
 */
export class PaidLinks implements Flow {
  readonly name = 'paid-links'
  readonly atOnce = 6
  readonly #flowClient: FlowClient
  readonly #owner: Owner
  readonly #target: FlowTarget
  #openLink: Link | undefined
  #declined = 0
  /** References of payments that a payer has seen. */
  readonly #confirmed = new Set<string>()
  readonly #links = new Map<string, { sent: number; maxPaid: number }>()

  constructor(flowClient: FlowClient, owner: Owner, target: FlowTarget) {
    this.#flowClient = flowClient
    this.#owner = owner
    this.#target = target
  }

  readonly step = async (): Promise<void> => {
    const chance = randomInt(10)
    if (chance === 0) return this.#overfill()
    if (chance === 1 && this.#declined++ < MAX_DECLINED) {
      await this.#pay(await this.#createLink(null), '10.01')
      return
    }
    this.#openLink ??= await this.#createLink(null)
    const paid = await this.#pay(this.#openLink, '40.00')
    if (paid !== undefined && randomInt(2) === 0) await this.#refund(paid)
  }

  /** Sends more payments than the link accepts. */
  async #overfill(): Promise<void> {
    const link = await this.#createLink(2)
    await Promise.all([1, 2, 3].map(() => this.#pay(link, '40.00')))
  }

  async #createLink(maxUses: number | null): Promise<Link> {
    const created = await this.#flowClient.sendUntilResponse(this.name, {
      method: 'POST',
      path: '/api/payment-links',
      headers: { ...this.#owner.keyHeaders, 'idempotency-key': uniqueName() },
      body: { title: 'Dinner', currency: 'EUR', amountKind: 'chosen', maxUses },
    })
    if (created.is !== 'done') throw new Error(`no link was made: ${created.body}`)
    const { id, url } = created.json as { id: string; url: string }
    this.#links.set(id, { sent: 0, maxPaid: maxUses ?? Number.POSITIVE_INFINITY })
    return { id, path: new URL(url).pathname }
  }

  /** Sends one form until it gets a response. Returns the payment's reference if it can be refunded. */
  async #pay({ id, path }: Link, amount: string): Promise<string | undefined> {
    const ipAddress = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
    const headers = { 'x-forwarded-for': ipAddress }
    const page = await this.#sendUntilResponse({ path, headers })
    const [, form] = /name="form" value="([^"]+)"/.exec(page.body) ?? []
    if (form === undefined) {
      if (page.status !== 410) this.#reportStrange(`${page.status} to ${path}`)
      return undefined
    }
    const link = this.#links.get(id)
    if (link) link.sent += 1
    const method = randomInt(4) === 0 ? 'bank' : 'card'
    const fields = { form, amount, name: 'Ada Rossi', email: this.#owner.email, method }
    const sent = await this.#sendUntilResponse({
      method: 'POST',
      path,
      headers: {
        ...headers,
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'null',
        'sec-fetch-site': 'same-origin',
      },
      text: new URLSearchParams(fields).toString(),
    })
    if (sent.status !== 303) {
      if (sent.status !== 410) this.#reportStrange(`${sent.status} to a form of ${path}`)
      return undefined
    }
    const done = await this.#sendUntilResponse({ path: String(sent.headers.location), headers })
    const [, reference] = /<dd>(TXN-[\w-]+)<\/dd>/.exec(done.body) ?? []
    if (reference === undefined) {
      this.#flowClient.lost.push(
        `paid-links: ${done.status}, no payment behind a form that was taken`,
      )
      return undefined
    }
    this.#confirmed.add(reference)
    const { acknowledged } = this.#flowClient
    acknowledged.set(this.name, (acknowledged.get(this.name) ?? 0) + 1)
    return amount === '40.00' && method === 'card' ? reference : undefined
  }

  async #refund(reference: string): Promise<void> {
    const outcome = await this.#flowClient.sendUntilResponse(this.name, {
      method: 'POST',
      path: `/api/transactions/${reference}/refunds`,
      headers: { ...this.#owner.keyHeaders, 'idempotency-key': uniqueName() },
      body: { amount: refundAmounts[randomInt(refundAmounts.length)] },
    })
    this.#flowClient.reportIfRefused(this.name, outcome)
  }

  async #sendUntilResponse(request: RequestOptions): Promise<PlainResponse> {
    for (;;) {
      await this.#target.server.whenUp()
      this.#flowClient.emit(this.name)
      const response = await this.#target.client.send(request).catch(() => undefined)
      if (response && response.status !== 503) {
        if (response.status >= 500) this.#reportStrange(`${response.status} to ${request.path}`)
        return response
      }
      await yieldToEventLoop()
    }
  }

  #reportStrange(text: string): void {
    this.#flowClient.strange.push(`${this.name}: ${text}`)
  }

  /** Checks that each payment shown to a payer is stored, no form made two, and links count their payments. */
  readonly check = async (db: Kysely<Database>): Promise<void> => {
    await vi.waitFor(() => assertNonePending(db), { timeout: SETTLED_WITHIN_MS, interval: 250 })
    const rows = await db.selectFrom('transactions').selectAll().execute()
    const references = new Set(rows.map(({ transactionId }) => transactionId))
    for (const reference of this.#confirmed) {
      if (!references.has(reference)) this.#flowClient.lost.push(`${this.name}: ${reference}`)
    }
    for (const link of await db.selectFrom('paymentLinks').selectAll().execute()) {
      const own = rows.filter(({ linkId }) => linkId === link.id)
      const paid = own.filter(({ status }) => status === 'success')
      const actualCounts = {
        payments: own.length,
        paid: paid.length,
        failed: own.filter(({ status }) => status === 'failed').length,
        paidAmount: paid.reduce((sum, { amount }) => sum + amount, 0),
      }
      for (const [name, value] of Object.entries(actualCounts)) {
        const counted = Number(link[name as keyof typeof actualCounts])
        if (counted !== value)
          this.#reportStrange(`${link.id} counts ${counted} ${name}, not ${value}`)
      }
      const { sent = 0, maxPaid = 0 } = this.#links.get(link.id) ?? {}
      if (own.length > sent || paid.length > maxPaid) {
        this.#flowClient.doubled.push(`${this.name}: ${own.length} payments of ${sent} forms`)
      }
    }
  }
}

async function assertNonePending(db: Kysely<Database>): Promise<void> {
  const linkPayments = db.selectFrom('transactions').where('linkId', 'is not', null).select('id')
  const payments = linkPayments.where('status', '=', 'pending')
  const refunds = db
    .selectFrom('refunds')
    .where('transactionId', 'in', linkPayments)
    .where((refund) =>
      refund.or([refund('status', '=', 'pending'), refund('nextCheckAt', 'is not', null)]),
    )
    .select('id')
  const openRows = [...(await payments.execute()), ...(await refunds.execute())]
  if (openRows.length > 0) throw new Error(`${openRows.length} payments and refunds are open`)
}

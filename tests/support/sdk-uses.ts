import {
  Incasso,
  IncassoProblem,
  type Payment,
  type PaymentDetail,
  type ProblemReason,
  type UnknownEvent,
  verifyWebhook,
  type WebhookEvent,
} from '#sdk/incasso.ts'

// Programs of integrators, which the compiler checks without casts. They also compile against the built package, under
// the strictest options.

const incasso = new Incasso({ key: 'sk_test_1', baseUrl: 'https://pay.example.com' })
const order = { amount: '12.34', customerName: 'Ada Rossi', customerEmail: 'ada@example.com' }

export async function pay(currency: 'EUR' | undefined): Promise<string | undefined> {
  const payment: Payment = await incasso.payments.create(
    currency === undefined ? order : { ...order, currency },
    { idempotencyKey: 'order-1', signal: new AbortController().signal },
  )
  const captured: string = payment.amounts.captured
  const fee: string | null = payment.amounts.fee
  if (payment.next?.type === 'redirect') return payment.next.url
  if (payment.next?.type === 'stripe') return payment.next.clientSecret
  return payment.failureReason ?? fee ?? captured
}

export async function walk(status: 'success' | undefined): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of incasso.payments.list({ status, limit: 10 })) ids.push(id)
  for await (const { id } of incasso.refunds.list({ reason: 'duplicate' })) ids.push(id)
  for await (const { url } of incasso.paymentLinks.list()) ids.push(url)
  for await (const { email } of incasso.customers.list()) ids.push(email)
  const page = await incasso.webhookEvents.list({ status: 'failed' }).firstPage()
  return page.nextCursor === null ? ids : page.data.map(({ eventType }) => eventType)
}

export async function refund(id: string): Promise<string> {
  const detail: PaymentDetail = await incasso.payments.get(id)
  const refunded = await incasso.payments.refund(id, { amount: detail.amount, reason: 'goodwill' })
  const { totals } = await incasso.takings.list({ from: '2026-01-01' })
  return refunded.status + (totals[0]?.net ?? '')
}

export function adviceFor(error: unknown): string {
  if (!(error instanceof IncassoProblem)) return 'unknown'
  const reason: ProblemReason | undefined = error.reason
  return reason === 'not_refundable' ? 'return it by hand' : error.detail
}

export function onEvent(event: WebhookEvent): string {
  switch (event.type) {
    case 'payment.completed':
    case 'payment.failed':
    case 'payment.pending':
    case 'payment.authorized':
    case 'payment.requires_action':
      return event.data.amounts.captured
    case 'refund.created':
    case 'refund.completed':
    case 'refund.failed':
      return event.data.transactionId
    case 'payout.paid':
    case 'payout.failed':
      return event.data.amount
    case 'dispute.opened':
    case 'dispute.updated':
    case 'dispute.closed':
      return event.data.reference
    case 'payment_link.paid':
      return event.data.paymentLink.id
    case 'customer.created':
      return event.data.email
    case 'integration.test':
      return event.data.message
    case 'unknown': {
      const unknown: UnknownEvent = event
      return unknown.unknownType
    }
  }
}

export const verified = (body: string, headers: Headers) =>
  verifyWebhook(body, headers, ['whsec_1', 'whsec_2'], { now: new Date(0), toleranceS: 60 })

// @ts-expect-error -- an amount is text
export const numericAmount = () => incasso.payments.create({ ...order, amount: 12.34 })
export const atTheCounter = () => incasso.payments.create({ amount: '1.00' })
export const withNewAmount = () => incasso.payments.changeAmount('txn_1', { amount: '2.00' })
// @ts-expect-error -- the amount is missing
export const withoutAmount = () => incasso.payments.create({ reference: 'A-1' })
// @ts-expect-error -- no status of version 2
export const wrongStatus = () => incasso.payments.list({ status: 'paid' })
// @ts-expect-error -- the client pages by cursor
export const pageNumber = () => incasso.payments.list({ page: 2 })
// @ts-expect-error -- this call takes no key
export const uselessKey = () => incasso.customers.update('cus_1', {}, { idempotencyKey: 'a' })
// @ts-expect-error -- no reason of the server
export const wrongReason = ({ reason }: IncassoProblem) => reason === 'because'
// @ts-expect-error -- a refund has no next step
export const noNext = async () => (await incasso.refunds.get('ref_1')).next
// @ts-expect-error -- the server knows no such event
export const wrongEvent = (event: WebhookEvent) => event.type === 'payment.refunded'
// @ts-expect-error -- fields of the data need the type of the event
export const unchecked = (event: WebhookEvent) => event.data.amounts

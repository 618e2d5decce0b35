import type { PaymentInput } from './commands.ts'

/**
 * A payment in a model of the server that tests compare with the server. The model shares no code with it. Placeholders
 * such as `{txn:1}` replace IDs, and `then` replaces instants.
 */
export type Payment = PaymentInput & {
  n: number
  minor: number
  customer: Customer
  status: 'pending' | 'success' | 'failed'
  failureReason: string | null
  /** Actor and reason of the final status; undefined while the payment is pending. */
  outcome: { reason: string | null; actor: string } | undefined
}
export type Customer = {
  n: number
  name: string
  email: string
  status: 'active' | 'inactive'
  isErased: boolean
}

/** The stored request and response of an Idempotency-Key. */
export type StoredReply = {
  request: ModelRequest
  fingerprint: string
  reply: Reply
  /** The customer whose name the response contains. */
  about: Customer | undefined
  /** An erasure has removed that customer's name, so the response no longer has the same bytes. */
  isErased: boolean
}
export type ModelRequest = { path: string; body: Record<string, unknown> }

export type Reply = {
  status: number
  /** Contains only `code` and `reason` for a refusal. */
  body?: unknown
  total?: number
  hasNext?: boolean
  isReplayed?: boolean
}

/** A request and its expected response. */
export type Step = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: unknown
  text?: string
  expected: Reply
  /** Follows the links to the end and joins the rows of all pages. */
  followsPages?: boolean
  /** Returns the part of the response that the model knows. Both databases must agree on the other parts too. */
  known?: (body: never) => unknown
  /** Removes values that depend on the hour or on a duration. */
  steady?: (body: never) => unknown
  /** The key whose first response must have the same bytes. */
  sameBytesAs?: string
  /** The key under which the bytes of the response are remembered, for a later `sameBytesAs`. */
  bytesOf?: string
}

/** All data of one merchant in the model. `kept` contains the stored responses by Idempotency-Key. */
export type ModelState = {
  payments: Payment[]
  customers: Customer[]
  kept: Map<string, StoredReply>
  keys: number
  /** Returns a date in the merchant's time zone, `offset` days from today. */
  day: (offset: number) => string
}

export const emptyModelState = (day: ModelState['day']): ModelState => ({
  payments: [],
  customers: [],
  kept: new Map(),
  keys: 0,
  day,
})

/** Returns an amount such as `12.3` in hundredths. */
export const minorOf = (text: string): number => {
  const [whole = '', cents = ''] = text.split('.')
  return Number(whole + cents.padEnd(2, '0'))
}
/** Returns an amount in hundredths as a text with two decimals. */
export const decimalOf = (minor: number): string => (minor / 100).toFixed(2)

/** Compares by UTF-8 bytes, ascending, as both databases are configured to do. */
export const byBytes = (a: string, b: string): number =>
  Buffer.compare(Buffer.from(a), Buffer.from(b))

export const nthNewest = <T>(list: readonly T[], nth: number): T | undefined =>
  list.at(-1 - (nth % Math.max(1, list.length)))

export const problem = (status: number, code: string, reason?: string): Reply => ({
  status,
  body: { code, ...(reason !== undefined && { reason }) },
})
export const notFound = problem(404, 'not_found')

const declined: Record<string, string> = { card: 'card_declined', paypal: 'payer_declined' }

/** Returns the sandbox's immediate outcome by method and last two digits; undefined for a pending payment. */
function firstOutcome({ paymentMethod, minor }: Pick<Payment, 'paymentMethod' | 'minor'>) {
  const ending = minor % 100
  if (paymentMethod === 'bank' || (ending >= 3 && ending <= 5)) return undefined
  if (ending === 1) return { status: 'failed' as const, reason: declined[paymentMethod] ?? '' }
  if (ending === 2) return { status: 'failed' as const, reason: 'insufficient_funds' }
  return { status: 'success' as const, reason: null }
}

export function findByEmail(modelState: ModelState, email: string): Customer | undefined {
  return modelState.customers.find((one) => one.email.toLowerCase() === email.toLowerCase())
}

export function addCustomer(
  modelState: ModelState,
  parts: Omit<Customer, 'n' | 'isErased'>,
): Customer {
  const customer = { ...parts, isErased: false, n: modelState.customers.length + 1 }
  modelState.customers.push(customer)
  return customer
}

export function addPayment(modelState: ModelState, input: PaymentInput): Payment {
  const { customerName: name, customerEmail: email } = input
  const customer =
    findByEmail(modelState, email) ?? addCustomer(modelState, { name, email, status: 'active' })
  const minor = minorOf(input.amount)
  const first = firstOutcome({ ...input, minor })
  const payment: Payment = {
    ...input,
    n: modelState.payments.length + 1,
    minor,
    customer,
    status: first?.status ?? 'pending',
    failureReason: first?.reason ?? null,
    outcome: first && { reason: first.reason, actor: 'processor:sandbox' },
  }
  modelState.payments.push(payment)
  return payment
}

/** Returns a payment as the API lists it. */
export const paymentShape = (payment: Payment) => ({
  id: `{txn:${payment.n}}`,
  transactionId: `{ref:${payment.n}}`,
  customerId: `{cus:${payment.customer.n}}`,
  customerName: payment.customerName,
  customerEmail: payment.customerEmail,
  amount: decimalOf(payment.minor),
  currency: payment.currency,
  paymentMethod: payment.paymentMethod,
  description: payment.description,
  status: payment.status,
  failureReason: payment.failureReason,
  createdAt: 'then',
  updatedAt: 'then',
  settledAt: payment.outcome ? 'then' : null,
})

export const paymentDetail = (payment: Payment) => {
  const event = { at: 'then', type: 'created', status: 'pending', reason: null, actor: 'key:{key}' }
  const { outcome, status } = payment
  const changed = outcome && { ...event, type: 'status_changed', status, ...outcome }
  return { ...paymentShape(payment), events: changed ? [event, changed] : [event] }
}

export const sumOf = (payments: readonly Payment[]) =>
  payments.reduce((sum, { minor }) => sum + minor, 0)

const spentIn = (payments: readonly Payment[], currency: string) =>
  sumOf(payments.filter((one) => one.currency === currency && one.status === 'success'))

export const paymentsOf = (modelState: ModelState, customer: Customer) =>
  modelState.payments.filter((payment) => payment.customer === customer)

const totalSpent = (modelState: ModelState, customer: Customer): number =>
  spentIn(paymentsOf(modelState, customer), 'USD')

/** Sort value by spending: 0 for customers who paid in other currencies only, -1 for customers who paid nothing. */
export const spendingRank = (modelState: ModelState, customer: Customer): number =>
  totalSpent(modelState, customer) ||
  (paymentsOf(modelState, customer).some(({ status, minor }) => status === 'success' && minor > 0)
    ? 0
    : -1)

/** Returns a customer as the API lists it. */
export const customerShape = (modelState: ModelState, customer: Customer) => ({
  id: `{cus:${customer.n}}`,
  name: customer.name,
  email: customer.email,
  status: customer.status,
  totalSpent: decimalOf(totalSpent(modelState, customer)),
  currency: 'USD',
  transactionCount: paymentsOf(modelState, customer).length,
  createdAt: 'then',
  updatedAt: 'then',
})

/** Returns a customer as the API shows one, with totals for each currency with payments, and always for US dollars. */
export function customerDetail(modelState: ModelState, customer: Customer) {
  const payments = paymentsOf(modelState, customer)
  const paidIn = new Set(['USD', ...payments.map(({ currency }) => currency)])
  return {
    ...customerShape(modelState, customer),
    totals: [...paidIn].toSorted().map((currency) => ({
      currency,
      totalSpent: decimalOf(spentIn(payments, currency)),
      transactionCount: payments.filter((one) => one.currency === currency).length,
    })),
    firstPaymentAt: payments.length > 0 ? 'then' : null,
    lastPaymentAt: payments.length > 0 ? 'then' : null,
  }
}

/** Removes the name and e-mail address everywhere; the amounts stay. */
export function eraseCustomer(modelState: ModelState, customer: Customer): void {
  const name = 'Erased customer'
  const email = `{cus:${customer.n}}@erased.invalid`
  Object.assign(customer, { name, email, status: 'inactive', isErased: true })
  for (const payment of paymentsOf(modelState, customer)) {
    Object.assign(payment, { customerName: name, customerEmail: email })
  }
  for (const stored of modelState.kept.values()) {
    if (stored.about !== customer) continue
    const body = stored.reply.body as Record<string, unknown>
    stored.reply = {
      ...stored.reply,
      body:
        'customerName' in body
          ? { ...body, customerName: name, customerEmail: email }
          : { ...body, name, email },
    }
    stored.isErased = true
  }
}

/** Returns true if every word of the search occurs in one of the parts, regardless of case and accents. */
export function matchesSearch(parts: readonly (string | null)[], search: string): boolean {
  const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const text = fold(parts.filter(Boolean).join('\n'))
  return fold(search)
    .split(' ')
    .every((word) => text.includes(word))
}

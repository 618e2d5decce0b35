import type { By, Command, PaymentInput } from './commands.ts'
import { figureStep } from './figure-steps.ts'
import { listCustomersStep, listPaymentsStep } from './list-steps.ts'
import {
  addCustomer,
  addPayment,
  type Customer,
  customerDetail,
  eraseCustomer,
  findByEmail,
  type ModelRequest,
  type ModelState,
  notFound,
  nthNewest,
  type Payment,
  paymentDetail,
  paymentShape,
  problem,
  type Reply,
  type Step,
} from './model.ts'
import { foreignSteps, invalidSteps } from './refusals.ts'

type CommandOf<K extends Command['kind']> = Extract<Command, { kind: K }>

/** Returns the request of a command and its expected response, and updates the expected state accordingly. */
export function stepOf(modelState: ModelState, command: Command): Step {
  switch (command.kind) {
    case 'pay':
      return payStep(modelState, command)
    case 'payAgain':
      return payAgainStep(modelState, command)
    case 'setStatus':
      return statusStep(modelState, command)
    case 'getPayment':
      return getPaymentStep(modelState, command)
    case 'listPayments':
      return listPaymentsStep(modelState, command.filter)
    case 'addCustomer':
      return addCustomerStep(modelState, command)
    case 'addAgain':
      return addAgainStep(modelState, command)
    case 'changeCustomer':
      return changeCustomerStep(modelState, command)
    case 'eraseCustomer':
      return eraseCustomerStep(modelState, command)
    case 'getCustomer':
      return getCustomerStep(modelState, command)
    case 'listCustomers':
      return listCustomersStep(modelState, command.filter)
    case 'figure':
      return figureStep(modelState, command)
    case 'wrong':
      return invalidSteps[command.nth % invalidSteps.length] as Step
    case 'foreign':
      return foreignSteps[command.nth % foreignSteps.length] as Step
    default:
      return command satisfies never
  }
}

/** Lists everything at the end of a sequence, independent of its commands. */
export const lastSteps = (modelState: ModelState): Step[] => [
  listPaymentsStep(modelState, { limit: 500 }),
  listCustomersStep(modelState, { limit: 500 }),
  figureStep(modelState, { kind: 'figure', figure: 'stats', isCompared: false }),
]

const pathOf = (alias: boolean) => (alias ? '/api/payments' : '/api/transactions')

type IdempotentPost = {
  key: string | undefined
  request: ModelRequest
  /** Requests with the same fingerprint are the same request. */
  fingerprint: string
  work: () => { reply: Reply; about?: Customer }
}

/** Returns a POST that runs once for each key: a repeat gets the first response, and another request gets 422. */
function postOnce(
  modelState: ModelState,
  { key, request, fingerprint, work }: IdempotentPost,
): Step {
  const step = {
    method: 'POST',
    ...request,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  }
  const earlier = key === undefined ? undefined : modelState.kept.get(key)
  if (earlier && earlier.fingerprint !== fingerprint) {
    return { ...step, expected: problem(422, 'unprocessable', 'idempotency_key_reused') }
  }
  if (earlier) {
    const expected = { ...earlier.reply, isReplayed: true }
    return { ...step, expected, ...(!earlier.isErased && { sameBytesAs: key }) }
  }
  const { reply, about } = work()
  if (key === undefined) return { ...step, expected: reply }
  modelState.kept.set(key, { request, fingerprint, reply, about, isErased: false })
  return { ...step, expected: reply, bytesOf: key }
}

const newKey = (modelState: ModelState) => `order-${++modelState.keys}`

const payOnce = (
  modelState: ModelState,
  input: PaymentInput,
  keyed: { key: string; request: ModelRequest },
): Step =>
  postOnce(modelState, {
    ...keyed,
    fingerprint: `pay ${JSON.stringify(Object.entries(input).toSorted())}`,
    work: () => {
      const payment = addPayment(modelState, input)
      return { reply: { status: 201, body: paymentShape(payment) }, about: payment.customer }
    },
  })

function payStep(modelState: ModelState, { payment, key, alias }: CommandOf<'pay'>): Step {
  const request = { path: pathOf(alias), body: payment }
  if (key === 'none') {
    const expected = problem(400, 'invalid', 'idempotency_key_required')
    return { method: 'POST', ...request, expected }
  }
  const earlier = [...modelState.kept.keys()].at(-1)
  return payOnce(modelState, payment, {
    key: (key === 'known' && earlier) || newKey(modelState),
    request,
  })
}

const toInput = (body: Record<string, unknown>) => body as PaymentInput

function payAgainStep(modelState: ModelState, { nth, how, alias }: CommandOf<'payAgain'>): Step {
  const paid = [...modelState.kept].filter(([, { fingerprint }]) => fingerprint.startsWith('pay'))
  const found = nthNewest(paid, nth)
  if (!found) return getPaymentStep(modelState, { kind: 'getPayment', nth, by: 'id' })
  const [key, { fingerprint, request }] = found
  const input = toInput(Object.fromEntries(JSON.parse(fingerprint.slice('pay '.length))))
  if (how === 'changed') {
    const changed = { ...input, amount: input.amount === '1.00' ? '2.00' : '1.00' }
    return payOnce(modelState, changed, { key, request: { path: pathOf(alias), body: changed } })
  }
  const body = how === 'same' ? request.body : respelled(input)
  return payOnce(modelState, input, { key, request: { path: pathOf(alias), body } })
}

/** Spells the same payment differently: defaults are omitted, and spaces are added. */
function respelled({ currency, paymentMethod, description, ...input }: PaymentInput) {
  return {
    ...(description !== null && { description: `${description}  ` }),
    ...(paymentMethod !== 'card' && { paymentMethod }),
    ...(currency !== 'USD' && { currency }),
    ...input,
    customerName: ` ${input.customerName}`,
  }
}

const pathPartOf = ({ n }: Payment, by: By): string => {
  if (by === 'id') return `{txn:${n}}`
  return by === 'reference' ? `{ref:${n}}` : `%23{ref:${n}}`
}

const paymentPath = (payment: Payment | undefined, by: By) =>
  `/api/transactions/${payment ? pathPartOf(payment, by) : 'txn_00000000000000000000000000'}`

function getPaymentStep(modelState: ModelState, { nth, by }: CommandOf<'getPayment'>): Step {
  const payment = nthNewest(modelState.payments, nth)
  const expected = payment ? { status: 200, body: paymentDetail(payment) } : notFound
  return { method: 'GET', path: paymentPath(payment, by), expected }
}

function statusStep(
  modelState: ModelState,
  { nth, status, reason, by }: CommandOf<'setStatus'>,
): Step {
  const payment = nthNewest(modelState.payments, nth)
  const step = {
    method: 'PUT',
    path: paymentPath(payment, by),
    body: { status, ...(reason !== undefined && { reason }) },
  }
  return { ...step, expected: payment ? settle(payment, status, reason?.trim() || null) : notFound }
}

function settle(payment: Payment, status: 'success' | 'failed', reason: string | null): Reply {
  if (payment.status !== status) {
    if (payment.status !== 'pending') return problem(409, 'conflict', 'transaction_final')
    if (status === 'success' && payment.paymentMethod !== 'bank') {
      return problem(409, 'conflict', 'processor_decides')
    }
    // The charge succeeded but its response was lost: cancelling queries the processor and finds the success.
    if (payment.paymentMethod !== 'bank' && payment.minor % 100 === 5) {
      payment.status = 'success'
      payment.outcome = { reason: null, actor: 'processor:sandbox' }
      return problem(409, 'conflict', 'already_succeeded')
    }
    payment.status = status
    payment.failureReason = status === 'failed' ? (reason ?? 'cancelled') : null
    payment.outcome = { reason: payment.failureReason ?? reason, actor: 'key:{key}' }
  }
  return { status: 200, body: paymentShape(payment) }
}

function addCustomerStep(modelState: ModelState, command: CommandOf<'addCustomer'>): Step {
  const { name, email, isActive, key } = command
  const body = { name, email, ...(!isActive && { status: 'inactive' }) }
  return addOnce(modelState, body, key === 'new' ? newKey(modelState) : undefined)
}

function addOnce(
  modelState: ModelState,
  body: Record<string, unknown>,
  key: string | undefined,
): Step {
  const { name, email, status = 'active' } = body as Omit<Customer, 'n' | 'isErased'>
  return postOnce(modelState, {
    key,
    request: { path: '/api/customers', body },
    fingerprint: `add ${JSON.stringify([name, email, status])}`,
    work: () => {
      if (findByEmail(modelState, email)) return { reply: problem(409, 'conflict', 'email_taken') }
      const customer = addCustomer(modelState, { name, email, status })
      return { reply: { status: 201, body: customerDetail(modelState, customer) }, about: customer }
    },
  })
}

function addAgainStep(modelState: ModelState, { nth, how }: CommandOf<'addAgain'>): Step {
  const added = [...modelState.kept].filter(([, { fingerprint }]) => fingerprint.startsWith('add'))
  const found = nthNewest(added, nth)
  if (!found) return getCustomerStep(modelState, { kind: 'getCustomer', nth })
  const [key, { request }] = found
  if (how === 'same') return addOnce(modelState, request.body, key)
  if (how === 'changed') return addOnce(modelState, { ...request.body, name: 'Somebody Else' }, key)
  const input: PaymentInput = {
    amount: '4.00',
    currency: 'USD',
    customerName: 'Ada Rossi',
    customerEmail: 'ada@example.com',
    paymentMethod: 'card',
    description: null,
  }
  return payOnce(modelState, input, { key, request: { path: pathOf(true), body: input } })
}

const customerPath = (customer: Customer | undefined) =>
  `/api/customers/${customer ? `{cus:${customer.n}}` : 'cus_00000000000000000000000000'}`

function getCustomerStep(modelState: ModelState, { nth }: CommandOf<'getCustomer'>): Step {
  const customer = nthNewest(modelState.customers, nth)
  const expected = customer ? { status: 200, body: customerDetail(modelState, customer) } : notFound
  return { method: 'GET', path: customerPath(customer), expected }
}

function changeCustomerStep(
  modelState: ModelState,
  { nth, change }: CommandOf<'changeCustomer'>,
): Step {
  const customer = nthNewest(modelState.customers, nth)
  const step = { method: 'PUT', path: customerPath(customer), body: change }
  if (!customer) return { ...step, expected: notFound }
  if (customer.isErased) return { ...step, expected: problem(409, 'conflict', 'customer_erased') }
  const emailOwner = change.email === undefined ? undefined : findByEmail(modelState, change.email)
  if (emailOwner && emailOwner !== customer) {
    return { ...step, expected: problem(409, 'conflict', 'email_taken') }
  }
  Object.assign(customer, change)
  return { ...step, expected: { status: 200, body: customerDetail(modelState, customer) } }
}

function eraseCustomerStep(modelState: ModelState, { nth }: CommandOf<'eraseCustomer'>): Step {
  const customer = nthNewest(modelState.customers, nth)
  const step = { method: 'DELETE', path: customerPath(customer) }
  if (!customer) return { ...step, expected: notFound }
  eraseCustomer(modelState, customer)
  return { ...step, expected: { status: 204 } }
}

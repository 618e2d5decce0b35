import { uniqueName } from './flows/flow-client.ts'
import { payment } from './make.ts'
import { PASSWORD } from './sign-up.ts'

/**
 * Kinds of things that a merchant or its members own, with the columns that may contain their IDs. Tests use the first
 * column that contains an ID.
 */
export const columnsOf = {
  transaction: ['transactions.id'],
  paid: ['transactions.id'],
  authorized: ['transactions.id'],
  waiting: ['transactions.id'],
  refund: ['refunds.id'],
  /** A payout. `makeBelongings` never creates one, because that needs the job that reads balances. */
  payout: ['payouts.id'],
  link: ['payment_links.id'],
  customer: ['customers.id'],
  key: ['api_keys.id'],
  integration: ['integrations.id'],
  endpoint: ['webhook_endpoints.id'],
  event: ['webhook_events.id'],
  session: ['auth_sessions.id'],
  member: ['auth_users.id', 'merchant_members.subject'],
  invitation: ['merchant_invitations.id'],
  token: ['merchant_invitations.token_hash'],
  view: ['saved_views.id'],
  notice: ['notices.id'],
  /**
   * A processor account. `makeBelongings` never creates one, because that needs a Stripe stand-in. Processor accounts
   * have tests of their own.
   */
  account: ['processor_accounts.id'],
  /** A dispute, which the sandbox opens only after some time. */
  dispute: ['disputes.id'],
} as const satisfies Record<string, readonly [string, ...string[]]>

/**
 * A kind of thing that a merchant or its members own. `paid`, `authorized` and `waiting` are payments; the payer of
 * `waiting` has not paid yet.
 */
export type Kind = keyof typeof columnsOf

/** An ID for each kind of thing: the ID of an existing thing, or an ID that no thing has. */
export type Belongings = Record<Kind, string>

export const kinds = Object.keys(columnsOf) as Kind[]

/** IDs with the right prefix that no thing has, so that the server must find nothing. */
export const noBelongings: Belongings = {
  transaction: 'txn_none',
  paid: 'txn_none',
  authorized: 'txn_none',
  waiting: 'txn_none',
  refund: 'ref_none',
  payout: 'pyo_none',
  link: 'lnk_none',
  customer: 'cus_none',
  key: 'key_none',
  integration: 'int_none',
  endpoint: 'whe_none',
  event: 'evt_none',
  session: 'none',
  member: 'none',
  invitation: 'inv_none',
  token: 'none',
  view: 'viw_none',
  notice: 'ntc_none',
  account: 'acc_none',
  dispute: 'dsp_none',
}

/**
 * Matches the customer's name in the payments of `makeBelongings`. No other data contains it, so a match reveals a
 * leak.
 */
export const CANARY = /zenobia|quirk/i

type Json = ReturnType<typeof JSON.parse>
/** Calls the server as the owner and returns the JSON response. Throws when the server refuses. */
export type SendJson = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
) => Promise<Json>

/** The owner of the merchant for which `makeBelongings` creates things. */
export type Owner = {
  request: SendJson
  /** E-mail address of an account of the embedded sign-in, for a second session. */
  email?: string
  /** Lets a new person accept the invitation with this token, and returns the person's ID. */
  acceptInvitation?: (token: string) => Promise<string>
  /** Default: `NOWHERE`, so that deliveries fail and wait for a retry. */
  webhookUrl?: string
}

/** A webhook URL on which nothing listens, so that every delivery fails. */
export const NOWHERE = 'http://127.0.0.1:49999/hook'

type Send = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
) => Promise<{ status: number; body: string }>

/** Returns a `SendJson` that uses `send`, which adds the owner's credentials. */
export const requestWith =
  (send: Send): SendJson =>
  async (method, path, body) => {
    const response = await send(method, path, body)
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.body}`)
    return JSON.parse(response.body)
  }

type Make = (owner: Owner) => Promise<Partial<Belongings>>

const makeIntegration: Make = async ({ request, webhookUrl = NOWHERE }) => {
  const [{ id }] = await request('GET', '/api/integrations')
  await request('PUT', `/api/integrations/${id}`, { webhookUrl })
  return { integration: id }
}

const makeEndpoint: Make = async ({ request, webhookUrl = NOWHERE }) => ({
  endpoint: (await request('POST', '/api/webhook-endpoints', { url: webhookUrl })).id,
})

const makePayment: Make = async ({ request }) => {
  const paid = payment({
    paymentMethod: 'bank',
    customerName: 'Zenobia Quirk',
    // A new customer each time, because the previous one may have been erased.
    customerEmail: `zenobia-${uniqueName()}@example.com`,
  })
  const { id, customerId } = await request('POST', '/api/payments', paid)
  return { transaction: id, customer: customerId }
}

const paymentWith = (overrides: object) => ({
  ...payment({ customerName: 'Zenobia Quirk' }),
  customerEmail: `zenobia-${uniqueName()}@example.com`,
  ...overrides,
})

/** Creates a payment that succeeds at once and can be refunded. */
const makePaid: Make = async ({ request }) => ({
  paid: (await request('POST', '/api/payments', paymentWith({}))).id,
})

const makeAuthorized: Make = async ({ request }) => ({
  authorized: (await request('POST', '/api/payments', paymentWith({ captureMethod: 'manual' }))).id,
})

const makeWaiting: Make = async ({ request }) => ({
  waiting: (await request('POST', '/api/payments', paymentWith({ amount: '20.06' }))).id,
})

const makeRefund: Make = async (owner) => {
  const { paid } = await makePaid(owner)
  const path = `/api/transactions/${paid}/refunds`
  return { refund: (await owner.request('POST', path, { amount: '1.00' })).id }
}

const makeLink: Make = async ({ request }) => ({
  link: (await request('POST', '/api/payment-links', { title: 'Dinner', amount: '40.00' })).id,
})

/** Finds an event. Events exist only for payments made after the webhook URL was set. */
const findEvent: Make = async ({ request }) => {
  const [{ id }] = await request('GET', '/api/webhook-events')
  return { event: id }
}

const makeKey: Make = async ({ request }) => {
  const { id } = await request('POST', '/api/api-keys', { name: 'Other shop' })
  return { key: id }
}

const makeSession: Make = async ({ request, email }) => {
  if (email === undefined) throw new Error('a second session is made with an e-mail address')
  await request('POST', '/api/auth/sign-in/email', { email, password: PASSWORD })
  const sessions = (await request('GET', '/trpc/identity.sessions')).result.data
  return { session: sessions.find((each: { isCurrent: boolean }) => !each.isCurrent).id }
}

const makeInvitation: Make = async ({ request }) => {
  const { id, link } = (await request('POST', '/trpc/team.invite', { role: 'staff' })).result.data
  return { invitation: id, token: String(link).split('#')[1] ?? '' }
}

const makeView: Make = async ({ request }) => {
  const view = { name: 'Failed', search: { status: 'failed' } }
  const { id } = (await request('POST', '/trpc/views.save', view)).result.data
  return { view: id }
}

/** Creates a notice by a refund that fails. */
const makeNotice: Make = async (owner) => {
  const { paid } = await makePaid(owner)
  await owner.request('POST', `/api/transactions/${paid}/refunds`, { amount: '1.10' })
  const { data } = (await owner.request('GET', '/trpc/notices.list')).result.data
  return { notice: data[0].id }
}

/** Creates a staff member, whom an owner may promote or remove. */
const makeMember: Make = async (owner) => {
  if (!owner.acceptInvitation) throw new Error('a member is made by a new person who joins')
  const { token = '' } = await makeInvitation(owner)
  return { member: await owner.acceptInvitation(token) }
}

/** Steps in the order of their dependencies: an event, for example, needs a payment. */
const steps: [readonly Kind[], Make][] = [
  [['integration', 'event'], makeIntegration],
  [['endpoint'], makeEndpoint],
  [['transaction', 'customer', 'event'], makePayment],
  [['paid'], makePaid],
  [['authorized'], makeAuthorized],
  [['waiting'], makeWaiting],
  [['refund'], makeRefund],
  [['link'], makeLink],
  [['event'], findEvent],
  [['key'], makeKey],
  [['session'], makeSession],
  [['invitation', 'token'], makeInvitation],
  [['member'], makeMember],
  [['view'], makeView],
  [['notice'], makeNotice],
]

/**
 * Creates one thing of each requested kind for the owner, and returns its ID. The other kinds get IDs that no thing
 * has.
 */
export async function makeBelongings(
  owner: Owner,
  requestedKinds: readonly Kind[] = kinds,
): Promise<Belongings> {
  let belongings = noBelongings
  for (const [madeKinds, make] of steps) {
    if (madeKinds.some((kind) => requestedKinds.includes(kind)))
      belongings = { ...belongings, ...(await make(owner)) }
  }
  return belongings
}

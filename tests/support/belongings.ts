import { newMark } from './flows/ground.ts'
import { payment } from './make.ts'
import { PASSWORD } from './sign-up.ts'

/** What a merchant or its people have, and where the database keeps its id: the first column that has one. */
export const columnsOf = {
  transaction: ['transactions.id'],
  paid: ['transactions.id'],
  authorised: ['transactions.id'],
  refund: ['refunds.id'],
  link: ['payment_links.id'],
  customer: ['customers.id'],
  key: ['api_keys.id'],
  integration: ['integrations.id'],
  event: ['webhook_events.id'],
  session: ['auth_sessions.id'],
  member: ['auth_users.id', 'merchant_members.subject'],
  invitation: ['merchant_invitations.id'],
  token: ['merchant_invitations.token_hash'],
  view: ['saved_views.id'],
  /** None is made, since that takes a Stripe: what merchants do with theirs has tests of its own. */
  account: ['processor_accounts.id'],
} as const satisfies Record<string, readonly [string, ...string[]]>

export type Kind = keyof typeof columnsOf

/** One of each kind, by its id. */
export type Belongings = Record<Kind, string>

export const kinds = Object.keys(columnsOf) as Kind[]

/** Well-formed, and no id of anything. */
export const noBelongings: Belongings = {
  transaction: 'txn_none',
  paid: 'txn_none',
  authorised: 'txn_none',
  refund: 'ref_none',
  link: 'lnk_none',
  customer: 'cus_none',
  key: 'key_none',
  integration: 'int_none',
  event: 'evt_none',
  session: 'none',
  member: 'none',
  invitation: 'inv_none',
  token: 'none',
  view: 'viw_none',
  account: 'acc_none',
}

/** What the customer is called in whose name the payment is made: nothing else holds it. */
export const CANARY = /zenobia|quirk/i

type Json = ReturnType<typeof JSON.parse>
/** Calls the server as the owner and answers what it says; what is refused is thrown. */
export type Ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<Json>

export type Owner = {
  ask: Ask
  /** Of an account of the embedded sign-in, for a second session. */
  email?: string
  /** Has a new person accept the invitation with this token, and answers that person's id. */
  joins?: (token: string) => Promise<string>
  /** By default nothing listens there: what is told stays to be tried again. */
  webhookUrl?: string
}

/** Where nothing listens. */
export const NOWHERE = 'http://127.0.0.1:49999/hook'

type Send = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
) => Promise<{ status: number; body: string }>

/** Asks by what sends with the credentials of the owner. */
export const askBy =
  (send: Send): Ask =>
  async (method, path, body) => {
    const answer = await send(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.body}`)
    return JSON.parse(answer.body)
  }

type Make = (owner: Owner) => Promise<Partial<Belongings>>

const makeIntegration: Make = async ({ ask, webhookUrl = NOWHERE }) => {
  const [{ id }] = await ask('GET', '/api/integrations')
  await ask('PUT', `/api/integrations/${id}`, { webhookUrl })
  return { integration: id }
}

const makePayment: Make = async ({ ask }) => {
  const paid = payment({
    paymentMethod: 'bank',
    customerName: 'Zenobia Quirk',
    // A customer of its own each time, for the one before may have been erased.
    customerEmail: `zenobia-${newMark()}@example.com`,
  })
  const { id, customerId } = await ask('POST', '/api/payments', paid)
  return { transaction: id, customer: customerId }
}

const paidBy = (more: object) => ({
  ...payment({ customerName: 'Zenobia Quirk' }),
  customerEmail: `zenobia-${newMark()}@example.com`,
  ...more,
})

/** A payment whose money came at once, and can go back. */
const makePaid: Make = async ({ ask }) => ({
  paid: (await ask('POST', '/api/payments', paidBy({}))).id,
})

const makeAuthorised: Make = async ({ ask }) => ({
  authorised: (await ask('POST', '/api/payments', paidBy({ captureMethod: 'manual' }))).id,
})

const makeRefund: Make = async (owner) => {
  const { paid } = await makePaid(owner)
  const path = `/api/transactions/${paid}/refunds`
  return { refund: (await owner.ask('POST', path, { amount: '1.00' })).id }
}

const makeLink: Make = async ({ ask }) => ({
  link: (await ask('POST', '/api/payment-links', { title: 'Dinner', amount: '40.00' })).id,
})

/** There is one once something is paid after a webhook URL was set. */
const findEvent: Make = async ({ ask }) => {
  const [{ id }] = await ask('GET', '/api/webhook-events')
  return { event: id }
}

const makeKey: Make = async ({ ask }) => {
  const { id } = await ask('POST', '/api/api-keys', { name: 'Other shop' })
  return { key: id }
}

const makeSession: Make = async ({ ask, email }) => {
  if (email === undefined) throw new Error('a second session is made with an e-mail address')
  await ask('POST', '/api/auth/sign-in/email', { email, password: PASSWORD })
  const sessions = (await ask('GET', '/trpc/identity.sessions')).result.data
  return { session: sessions.find((each: { isCurrent: boolean }) => !each.isCurrent).id }
}

const makeInvitation: Make = async ({ ask }) => {
  const { id, link } = (await ask('POST', '/trpc/team.invite', { role: 'staff' })).result.data
  return { invitation: id, token: String(link).split('#')[1] ?? '' }
}

const makeView: Make = async ({ ask }) => {
  const view = { name: 'Failed', search: { status: 'failed' } }
  const { id } = (await ask('POST', '/trpc/views.save', view)).result.data
  return { view: id }
}

/** A colleague on the staff, whom an owner may promote or remove. */
const makeMember: Make = async (owner) => {
  if (!owner.joins) throw new Error('a member is made by a new person who joins')
  const { token = '' } = await makeInvitation(owner)
  return { member: await owner.joins(token) }
}

/** In the order in which they are made, for an event tells of a payment. */
const steps: [readonly Kind[], Make][] = [
  [['integration', 'event'], makeIntegration],
  [['transaction', 'customer', 'event'], makePayment],
  [['paid'], makePaid],
  [['authorised'], makeAuthorised],
  [['refund'], makeRefund],
  [['link'], makeLink],
  [['event'], findEvent],
  [['key'], makeKey],
  [['session'], makeSession],
  [['invitation', 'token'], makeInvitation],
  [['member'], makeMember],
  [['view'], makeView],
]

/** One of each of these kinds, made for the owner; of the others an id of nothing. */
export async function makeBelongings(
  owner: Owner,
  wanted: readonly Kind[] = kinds,
): Promise<Belongings> {
  let made = noBelongings
  for (const [brings, make] of steps) {
    if (brings.some((kind) => wanted.includes(kind))) made = { ...made, ...(await make(owner)) }
  }
  return made
}

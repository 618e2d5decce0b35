import { expect, test } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { FlowClient } from '../support/flows/flow-client.ts'
import { Owner } from '../support/flows/owner.ts'
import { createKeepAliveClient } from '../support/keep-alive.ts'
import { startKillableServer } from '../support/killable-server.ts'
import { startStripeStandIn } from '../support/stripe/stripe-stand-in.ts'
import { signatureOf } from '../support/stripe/webhook-endpoints.ts'
import { StripePayer } from '../support/stripe-payer.ts'

const SECRET = 'whsec_0123456789abcdef0123456789abcdef'
/** Stripe's events of ten seconds at 300 per second. */
const EVENTS = 3000
const CONNECTIONS = 64

test('three thousand Stripe events are all stored', { timeout: 120_000 }, async () => {
  await using stripe = await startStripeStandIn()
  const account = stripe.addAccount()
  await using server = await startKillableServer({ STRIPE_API_URL: stripe.url })
  using client = createKeepAliveClient(server.url, CONNECTIONS)
  const owner = await Owner.of(new FlowClient(server, client), 'shop@example.com')
  const payer = new StripePayer(owner, client)
  await payer.connect(account)
  const [{ id }] = await owner.must({ path: '/api/processor-accounts' })
  const path = `/api/processor-accounts/${id}`
  await owner.must({ method: 'PUT', path, body: { webhookSecret: SECRET } })
  for (let n = 0; n < 20; n++) await payer.pay()
  const paid = account.events.filter(({ type }) => type === 'payment_intent.succeeded')
  const pending = Array.from({ length: EVENTS }, (_, n) =>
    JSON.stringify({ ...paid[n % paid.length], id: `evt_at_once_${n}` }),
  )

  const statuses: number[] = []
  const sendNotifications = async () => {
    for (let text = pending.pop(); text !== undefined; text = pending.pop()) {
      const headers = { 'stripe-signature': signatureOf(text, SECRET, Date.now()) }
      const { status } = await client.send({ method: 'POST', path: `/hooks/${id}`, text, headers })
      statuses.push(status)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sendNotifications))

  expect(new Set(statuses)).toEqual(new Set([200]))
  const { db, close } = openDatabase({ url: server.databaseUrl })
  const stored = await db
    .selectFrom('processorEvents')
    .select('ref')
    .where('ref', 'like', 'evt_at_once_%')
    .execute()
  await close()
  expect(stored).toHaveLength(EVENTS)
})

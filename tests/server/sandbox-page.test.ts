import { expect, test } from 'vitest'
import {
  findForPayer,
  recordDecision,
} from '#server/features/transactions/payer/decide-as-payer.ts'
import { LEASE_MS, settleDue } from '#server/features/transactions/settle/settle-due.ts'
import { createPayerPageUrl } from '#server/services/processors/sandbox/payer-page.ts'
import { createSandboxProcessor } from '#server/services/processors/sandbox/sandbox.ts'
import {
  createSandboxBook,
  type SandboxBook,
} from '#server/services/processors/sandbox/sandbox-book.queries.ts'
import { keyCaller } from '../support/key.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { depsWithProcessor } from '../support/online-processor.ts'
import { type Person, SETTLEMENT_MS, type TestApp, testApp } from '../support/test-app.ts'

const origin = 'http://127.0.0.1:3000'
const FORM = 'application/x-www-form-urlencoded'

/** Creates a payment that waits for its payer. Returns it with the path of the payer's page. */
async function createWaiting(app: TestApp, person: Person, more: object = {}) {
  const shop = await keyCaller(app, person)
  const body = { ...payment({ amount: '20.06' }), ...more }
  const created = await shop.rest('POST', '/api/payments', body, {
    'idempotency-key': 'k',
    'api-version': 'v2',
  })
  expect(created.json()).toMatchObject({ status: 'pending', stage: 'requires_action' })
  const { id, next } = created.json()
  expect(next.url.startsWith(`${origin}/sandbox/`)).toBe(true)
  return { id, next, path: next.url.slice(origin.length) as string }
}

const openPage = (app: TestApp, url: string, language = 'en') =>
  app.rest({ method: 'GET', url, headers: { 'accept-language': language } })

/** Sends the form as a browser does. */
const sendDecision = (app: TestApp, url: string, decision: string, headers: object = {}) =>
  app.rest({
    method: 'POST',
    url,
    payload: `decision=${decision}`,
    headers: { 'content-type': FORM, origin, 'sec-fetch-site': 'same-origin', ...headers },
  })

const stateOf = async (person: Person, id: string) => {
  const { status, failureReason } = await person.api.transactions.get.query({ id })
  return [status, failureReason, (await person.api.refunds.ofPayment.query({ id })).stage]
}

test('a payer sees the amount and the merchant, in their language, on a page that loads and stores nothing', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { path, next } = await createWaiting(app, alice)

  const page = await openPage(app, path)
  const italian = await openPage(app, path, 'de;q=0.9, it-IT, en;q=0.5')

  expect(page.status).toBe(200)
  expect(page.body).toContain('$20.06')
  expect(page.body).toContain('Payment to Bar Centrale')
  expect(page.body).toContain('>Approve</button>')
  expect(page.body).not.toMatch(/<script|<link|<img|Ada|example\.com/)
  expect(page.headers['set-cookie']).toBeUndefined()
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  )
  expect(italian.body).toContain('<html lang="it">')
  expect(italian.body).toContain('>Approva</button>')
  expect(next.expiresAt).toBe('2026-03-11T12:00:00.000Z')
})

test.each([
  ['approve', {}, ['success', null, 'succeeded'], 'confirmed'],
  ['decline', {}, ['failed', 'authentication_failed', 'failed'], 'not confirmed'],
  ['approve', { paymentMethod: 'paypal' }, ['success', null, 'succeeded'], 'confirmed'],
  ['approve', { captureMethod: 'manual' }, ['pending', null, 'authorized'], 'authorized'],
])('%s of %j ends it as %j, once', async (decision, more, outcome, word) => {
  await using app = await testApp()
  const alice = await app.person()
  const { id, path } = await createWaiting(app, alice, more)

  const sent = await sendDecision(app, path, decision)
  const later = await sendDecision(app, path, decision === 'approve' ? 'decline' : 'approve')
  await settleDue(app.world)

  expect(sent.status).toBe(303)
  expect(sent.headers['location']).toBe(path)
  expect(later.status).toBe(303)
  expect(await stateOf(alice, id)).toEqual(outcome)
  const pageBody = (await openPage(app, path)).body
  expect(pageBody).toContain(word)
  expect(pageBody).not.toContain('<form')
  const events = await app.db
    .selectFrom('transactionEvents')
    .select('type')
    .where('transactionId', '=', id)
    .execute()
  expect(events).toHaveLength(outcome[0] === 'pending' ? 1 : 2)
  expect(await ledgerFindings(app)).toEqual([])
})

test('only one of many different decisions at once is accepted', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { id, path } = await createWaiting(app, alice)

  const responses = await Promise.all([
    ...['approve', 'decline', 'approve', 'decline'].map((each) => sendDecision(app, path, each)),
    settleDue(app.world),
  ])

  expect(responses.slice(0, 4).map((response) => (response as { status: number }).status)).toEqual([
    303, 303, 303, 303,
  ])
  const [status] = await stateOf(alice, id)
  const rows = await app.db.selectFrom('sandboxOperations').select(['key', 'kind']).execute()
  const payer = rows.find(({ key }) => key === 'payer')
  expect(status).toBe(payer?.kind === 'approve' ? 'success' : 'failed')
  expect(rows.filter(({ key }) => key === 'payer')).toHaveLength(1)
  expect(await ledgerFindings(app)).toEqual([])
})

test('a payer’s decision during a void wins, in the payment and in the sandbox’s records', async () => {
  let pausedWrite: { arrived: () => void; released: Promise<void> } | undefined
  const modeOf = (): SandboxBook => createSandboxBook(app.db)
  const processor = createSandboxProcessor({
    settlementMs: SETTLEMENT_MS,
    payerPage: (paymentAtProcessor) =>
      createPayerPageUrl(origin, app.world.secretBox)(paymentAtProcessor),
    book: {
      find: (paymentAtProcessor) => modeOf().find(paymentAtProcessor),
      put: async (paymentAtProcessor, operation) => {
        if (operation.kind === 'cancel') {
          pausedWrite?.arrived()
          await pausedWrite?.released
        }
        await modeOf().put(paymentAtProcessor, operation)
      },
    },
  })
  await using app = await testApp({
    deps: depsWithProcessor({ name: 'sandbox', label: 'Sandbox', ...processor }),
  })
  const alice = await app.person()
  const { id, path } = await createWaiting(app, alice)
  let release = () => {}
  const arrived = new Promise<void>((resolve) => {
    pausedWrite = { arrived: resolve, released: new Promise((go) => (release = go)) }
  })

  const voided = alice.rest('POST', `/api/transactions/${id}/void`, {})
  await arrived
  // The state that a server leaves when it dies between the two rows of an approval.
  const approved = { key: 'payer', kind: 'approve', amount: null, atMs: app.clock.now() } as const
  await modeOf().put({ merchantId: alice.merchant.id, id }, approved)
  expect((await sendDecision(app, path, 'approve')).status).toBe(303)
  release()

  expect((await voided).json()).toMatchObject({ reason: 'already_succeeded' })
  expect(await stateOf(alice, id)).toEqual(['success', null, 'succeeded'])
  const finalOperations = await app.db
    .selectFrom('sandboxOperations')
    .select(['kind', 'amount'])
    .where('key', '=', 'end')
    .execute()
  expect(finalOperations).toEqual([{ kind: 'capture', amount: 2006 }])
  expect(await ledgerFindings(app)).toEqual([])
})

test('a payment is settled by the job when the server dies after the decision', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { id, path } = await createWaiting(app, alice)
  const view = await findForPayer(app.world, String(path.split('/').at(-1)))
  if (!view) throw new Error('the page shows no payment')

  await recordDecision(app.world, view.payment, 'approve')
  await settleDue(app.world)
  expect((await stateOf(alice, id))[0]).toBe('pending')
  app.clock.advance(LEASE_MS)
  await settleDue(app.world)

  expect(await stateOf(alice, id)).toEqual(['success', null, 'succeeded'])
  expect(await ledgerFindings(app)).toEqual([])
})

test('a payment that was voided or has expired stays unchanged, and the page shows it', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const voided = await createWaiting(app, alice)
  await alice.rest('POST', `/api/transactions/${voided.id}/void`, {})
  const bob = await app.person()
  const old = await createWaiting(app, bob)
  app.clock.advance(86_400_000)
  await bob.signIn()

  expect((await sendDecision(app, voided.path, 'approve')).status).toBe(303)
  expect((await sendDecision(app, old.path, 'approve')).status).toBe(303)

  expect((await openPage(app, voided.path)).body).toContain('was cancelled')
  expect((await openPage(app, old.path)).body).toContain('is over')
  expect(await stateOf(bob, old.id)).toEqual(['failed', 'expired', 'cancelled'])
  expect(await ledgerFindings(app)).toEqual([])
})

test('an unknown URL, a changed one and a suspended merchant’s get a plain page with no details', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { id, path } = await createWaiting(app, alice)
  const changed = `${path.slice(0, -2)}${path.endsWith('AA') ? 'BB' : 'AA'}`
  await app.db
    .updateTable('merchants')
    .set({ verificationStatus: 'suspended' })
    .where('id', '=', alice.merchant.id)
    .execute()

  for (const url of [path, changed, '/sandbox/hello', `/sandbox/${id}`]) {
    const page = await openPage(app, url)
    const sent = await sendDecision(app, url, 'approve')
    expect([url, page.status, sent.status]).toEqual([url, 404, 404])
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('There is no payment here')
  }
  expect(await app.count('sandboxOperations')).toBe(0)
})

test('input that is not the page’s form is refused, and changes nothing', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const { id, path } = await createWaiting(app, alice)

  const foreign = await sendDecision(app, path, 'approve', {
    origin: 'https://evil.example',
    'sec-fetch-site': 'cross-site',
  })
  const json = await sendDecision(app, path, 'approve', { 'content-type': 'application/json' })
  const other = await sendDecision(app, path, 'maybe')
  const long = await sendDecision(app, path, 'x'.repeat(300))
  const elsewhere = await sendDecision(app, `/api/transactions/${id}/void`, 'approve')

  expect([foreign, json, other, long, elsewhere].map(({ status }) => status)).toEqual([
    403, 415, 400, 413, 415,
  ])
  expect((await stateOf(alice, id))[0]).toBe('pending')
})

test('a payer who has decided finds the link back to the shop, with the payment and its status', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const returnUrl = 'https://shop.example.com/thanks?order=7'
  const paid = await createWaiting(app, alice, { returnUrl })
  await sendDecision(app, paid.path, 'approve')

  const page = await openPage(app, paid.path)

  const link = `${returnUrl}&#38;payment=${paid.id}&#38;status=success`
  expect(page.body).toContain(`<a href="${link}" rel="noreferrer">Back to the shop</a>`)
  expect(page.body).not.toContain('You can close this page.')
})

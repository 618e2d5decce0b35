import { expect, test } from 'vitest'
import type { World } from '#server/core/context.ts'
import type { Processors } from '#server/core/ports/processor.ts'
import { importPayments } from '#server/features/transactions/import/import-payments.ts'
import { freshDatabase } from '../support/database.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import {
  addHistory,
  byRef,
  createPastShop,
  type PastPaymentRow,
  readImported,
  readImportState,
  requestImport,
  runImport,
} from '../support/past-shop.ts'
import { connectStripe, createStripeShop } from '../support/stripe-shop.ts'
import { createTeamMember } from '../support/team.ts'
import { testApp } from '../support/test-app.ts'
import { setWebhookUrl } from '../support/webhooks.ts'

const DAY_MS = 86_400_000

/** Returns count and sum of the payments for each currency and status, as a summary shows them. */
function summed(payments: readonly PastPaymentRow[]): string[] {
  const sums = new Map<string, { count: number; amount: number }>()
  for (const { currency, status, amount } of payments) {
    const { count = 0, amount: before = 0 } = sums.get(`${currency} ${status}`) ?? {}
    sums.set(`${currency} ${status}`, { count: count + 1, amount: before + amount })
  }
  return [...sums]
    .map(([name, { count, amount }]) => `${name} ${count} ${(amount / 100).toFixed(2)}`)
    .toSorted()
}

test('earlier payments are imported once each, with exact figures, and no notification is sent', async () => {
  await using shop = await createPastShop(250)
  const { app, ada, known } = shop
  await setWebhookUrl(ada, 'https://93.184.215.14/hook')

  const asked = await requestImport(shop)
  await importPayments(app.world)

  expect(asked.import).toMatchObject({ state: 'running', count: 0, failures: 0 })
  expect(await readImportState(shop)).toMatchObject({ state: 'done', count: 250, failures: 0 })
  expect(byRef(await readImported(shop))).toEqual(byRef(known))
  expect(await ledgerFindings(app)).toEqual([])
  const summaryOf = async (filter: { from?: string; to?: string }) =>
    (await ada.api.transactions.summary.query(filter)).groups
      .map(({ currency, status, count, amount }) => `${currency} ${status} ${count} ${amount}`)
      .toSorted()
  expect(await summaryOf({})).toEqual(summed(known))
  const [from, to] = ['2026-01-05', '2026-02-03']
  const inPeriod = known.filter(
    ({ createdAt }) => createdAt.slice(0, 10) >= from && createdAt.slice(0, 10) <= to,
  )
  expect(inPeriod.length).toBeGreaterThan(50)
  expect(await summaryOf({ from, to })).toEqual(summed(inPeriod))
  const stats = await ada.api.dashboard.stats.query()
  expect(stats.totalTransactions).toBe(250)
  expect(stats.activeCustomers).toBe(37)
  expect([await app.count('webhookEvents'), await app.count('mails')]).toEqual([0, 0])
})

test('an imported payment is marked as such, is found, and is never polled', async () => {
  await using shop = await createStripeShop()
  const { app, ada, stripe, account } = shop
  const atMs = app.clock.now() - 3 * DAY_MS
  stripe.addPast(account, {
    amount: 4250,
    currency: 'eur',
    atMs,
    email: 'Giulia@example.com',
    name: null,
    description: `Order 1\n${'x'.repeat(2000)}`,
  })

  await runImport(shop)

  const at = new Date(atMs).toISOString()
  const { data } = await ada.api.transactions.list.query({ search: 'giulia' })
  const response = await shop.shop.rest('GET', `/api/transactions/${data[0]?.id}`, undefined, {
    'api-version': 'v2',
  })
  expect(response.json()).toMatchObject({
    amount: '42.50',
    customerName: 'Giulia',
    customerEmail: 'Giulia@example.com',
    description: `Order 1 ${'x'.repeat(992)}`,
    status: 'success',
    stage: 'succeeded',
    processor: 'stripe',
    createdAt: at,
    settledAt: at,
    importedAt: new Date(app.clock.now()).toISOString(),
    events: [
      { at, type: 'created', status: 'pending', actor: 'import' },
      { at, type: 'status_changed', status: 'success', actor: 'import' },
    ],
  })
  expect(
    (await shop.shop.rest('GET', `/api/transactions/${data[0]?.id}`)).json(),
  ).not.toHaveProperty('importedAt')
  expect(await app.settle()).toBe(0)
  const money = await ada.api.refunds.ofPayment.query({ id: data[0]?.id ?? '' })
  expect(money.importedAt).toBe(new Date(app.clock.now()).toISOString())
})

test('payments that are ours, open, never tried, without a payer or in another currency are not imported', async () => {
  await using shop = await createStripeShop()
  const { app, stripe, account } = shop
  const before = { currency: 'eur', amount: 500, email: 'p@example.com', name: 'P' }
  const past = (more: object = {}) =>
    stripe.addPast(account, { ...before, atMs: app.clock.now() - 5 * DAY_MS, ...more })
  const ownPayment = await shop.shop.rest('POST', '/api/transactions', {
    ...payment(),
    paymentToken: 'pm_card_visa',
  })
  past({ metadata: { incasso: ownPayment.json().id } })
  past({ currency: 'xag' })
  past({ email: null })
  past({ card: 'pm_card_authenticationRequired' })
  // Not final: the payer may still try another card.
  past({ card: 'pm_card_visa_chargeDeclined', atMs: app.clock.now() - 3_600_000 })
  past({ atMs: app.clock.now() - 91 * DAY_MS })
  const canceled = past({ card: 'pm_card_visa_chargeDeclined', isCanceled: true })

  await runImport(shop)

  expect(ownPayment.json().status).toBe('success')
  expect((await readImported(shop)).map(({ ref, status }) => [ref, status])).toEqual([
    [canceled.id, 'failed'],
  ])
  expect(await app.count('transactions')).toBe(2)
  const line = app.logs.find(({ msg }) => msg === 'earlier payments were brought in')
  expect(line).toMatchObject({ count: 1, leftOut: { ours: 2, currency: 1, address: 1, open: 2 } })
  expect(await ledgerFindings(app)).toEqual([])
})

test('a refunded or disputed payment is noted for a later read', async () => {
  await using shop = await createStripeShop()
  const { app, stripe, account } = shop
  const addPastPayment = (more: object) =>
    stripe.addPast(account, {
      currency: 'eur',
      amount: 5000,
      atMs: app.clock.now() - 5 * DAY_MS,
      email: 'p@example.com',
      name: 'P',
      ...more,
    })
  const [refunded, disputed] = [
    addPastPayment({ refunded: 500 }),
    addPastPayment({ card: 'pm_card_createDispute' }),
  ]
  addPastPayment({})

  await runImport(shop)
  await runImport(shop)

  const events = await app.db.selectFrom('processorEvents').selectAll().orderBy('ref').execute()
  const rows = await app.db.selectFrom('importedPayments').selectAll().execute()
  const transactionIdOf = (ref: string) => rows.find((row) => row.ref === ref)?.transactionId
  const at = new Date(app.clock.now()).toISOString()
  expect(events).toHaveLength(2)
  expect(events).toEqual(
    expect.arrayContaining(
      [refunded, disputed].map(({ id }) =>
        expect.objectContaining({
          ref: `import:${id}`,
          type: 'payment.imported',
          objectRef: id,
          subject: transactionIdOf(id),
          dueAt: at,
        }),
      ),
    ),
  )
})

test('a repeated import brings what is missing and nothing twice, also after the account is reconnected', async () => {
  await using shop = await createPastShop(120)
  const { app, ada, account, stripe } = shop
  await runImport(shop)
  const asked = await requestImport(shop)
  app.clock.advance(1000)
  const again = await requestImport(shop)
  stripe.addPast(account, {
    currency: 'eur',
    amount: 700,
    atMs: app.clock.now() - DAY_MS,
    email: 'late@example.com',
    name: 'Late',
  })

  await importPayments(app.world)
  const { id } = await connectStripe(ada, account)
  await ada.api.processorAccounts.import.mutate({ id })
  await importPayments(app.world)

  expect([asked.import?.state, again.import]).toEqual(['running', asked.import])
  expect(await readImported(shop)).toHaveLength(121)
  expect(await app.count('importedPayments')).toBe(121)
  expect(await readImportState(shop)).toMatchObject({ state: 'done', count: 121 })
  expect(await ledgerFindings(app)).toEqual([])
})

/** Returns processors that wait before they list a page of payments. */
const waitBeforePages = ({ processors }: World, wait: () => Promise<void>): Processors => ({
  ...processors,
  connectable: processors.connectable.map((each) => ({
    ...each,
    accounts: {
      ...each.accounts,
      payments: async (...page) => {
        await wait()
        const list = each.accounts.payments
        if (!list) throw new Error('the processor lists no payments')
        return list(...page)
      },
    },
  })),
})

test('two processes that import at once bring nothing twice', async () => {
  const fresh = await freshDatabase()
  {
    await using shop = await createPastShop(230, { fresh })
    await using other = await testApp({
      fresh,
      environment: { STRIPE_API_URL: shop.stripe.url },
    })
    await requestImport(shop)
    // The lease of the first process has expired, so both import at once.
    other.clock.advance(120_000)

    await Promise.all([importPayments(shop.app.world), importPayments(other.world)])
    await importPayments(other.world)

    expect(await readImportState(shop)).toMatchObject({ state: 'done', count: 230 })
    expect(byRef(await readImported(shop))).toEqual(byRef(shop.known))
    expect(await ledgerFindings(shop.app)).toEqual([])
  }
  await fresh.remove()
})

test('a process that was overtaken stores nothing, and does not go back', async () => {
  await using shop = await createPastShop(250)
  const { app, stripe, known } = shop
  await requestImport(shop)
  const stopping = new AbortController()
  let pages = 0
  const overtakingWorld = {
    ...app.world,
    publishChange: () => {
      if (++pages === 2) stopping.abort()
    },
  }
  let overtakingImport: Promise<unknown> | undefined
  const slowWorld = {
    ...app.world,
    processors: waitBeforePages(app.world, async () => {
      // The lease expires before the page is requested.
      if (!overtakingImport) app.clock.advance(61_000)
      overtakingImport ??= importPayments(overtakingWorld, stopping.signal)
      await overtakingImport
    }),
  }
  const asked = stripe.calls.length

  await importPayments(slowWorld)

  expect(pages).toBe(2)
  // Three pages, and the first page again by the overtaken import.
  expect(stripe.calls.length - asked).toBe(4)
  expect(await readImportState(shop)).toMatchObject({ state: 'done', count: 250 })
  expect(byRef(await readImported(shop))).toEqual(byRef(known))
  expect(await ledgerFindings(app)).toEqual([])
})

test.each(['500', 'reset', '429', 'half'] as const)(
  'an import continues from its cursor after a page that fails (%s), with growing delays',
  async (kind) => {
    await using shop = await createPastShop(250)
    const { app, stripe } = shop
    await requestImport(shop)
    const call = /^GET \/v1\/payment_intents$/
    const failingWorld = {
      ...app.world,
      // The first page is stored by now.
      publishChange: () => stripe.fail({ kind, when: 'before', call, times: 100 }),
    }

    await importPayments(failingWorld)
    expect(await readImportState(shop)).toMatchObject({ state: 'running', count: 100, failures: 1 })
    app.clock.advance(29_000)
    expect(await importPayments(failingWorld)).toBe(0)
    app.clock.advance(1000)
    expect(await importPayments(failingWorld)).toBe(1)
    expect(await readImportState(shop)).toMatchObject({ count: 100, failures: 2 })
    app.clock.advance(59_000)
    expect(await importPayments(failingWorld)).toBe(0)
    app.clock.advance(1000)
    stripe.recover()
    const asked = stripe.calls.length
    await importPayments(app.world)

    expect(stripe.calls.length - asked).toBe(2)
    expect(await readImportState(shop)).toMatchObject({ state: 'done', count: 250, failures: 0 })
    expect(byRef(await readImported(shop))).toEqual(byRef(shop.known))
    expect(await ledgerFindings(app)).toEqual([])
  },
)

test('a crash while a page is stored loses nothing and doubles nothing', async () => {
  await using shop = await createPastShop(250)
  const { app, known } = shop
  await requestImport(shop)
  let createdCount = 0
  const crashingWorld = {
    ...app.world,
    newId: (...[prefix]: Parameters<typeof app.world.newId>) => {
      if (prefix === 'txn' && ++createdCount > 150) throw new Error('the process is gone')
      return app.world.newId(prefix)
    },
  }

  await importPayments(crashingWorld)
  const stored = await readImported(shop)
  app.clock.advance(60_000)
  await importPayments(app.world)

  expect(stored).toHaveLength(100)
  expect(byRef(await readImported(shop))).toEqual(byRef(known))
  expect(await ledgerFindings(app)).toEqual([])
})

test('an import whose cursor Stripe no longer knows restarts, and brings nothing twice', async () => {
  await using shop = await createPastShop(150)
  const { app, connected, known } = shop
  await runImport(shop)
  await requestImport(shop)
  await app.db
    .updateTable('processorAccounts')
    .set({ importCursor: 'pi_gone' })
    .where('id', '=', connected.id)
    .execute()

  await importPayments(app.world)

  expect(await readImportState(shop)).toMatchObject({ state: 'done', count: 150 })
  expect(byRef(await readImported(shop))).toEqual(byRef(known))
})

test.each([
  ['disconnecting', ({ ada, connected }) => ada.api.processorAccounts.disconnect.mutate(connected)],
  ['another account', ({ ada, stripe }) => connectStripe(ada, stripe.addAccount())],
] satisfies [string, (shop: Awaited<ReturnType<typeof createPastShop>>) => Promise<unknown>][])(
  '%s stops the import, also between two pages',
  async (_, stop) => {
    await using shop = await createPastShop(250)
    const { app } = shop
    await requestImport(shop)
    let stopCall: Promise<unknown> | undefined
    const world = {
      ...app.world,
      publishChange: () => {
        stopCall ??= stop({ ...shop, connected: { id: shop.connected.id } })
      },
      processors: waitBeforePages(app.world, async () => {
        await stopCall
      }),
    }

    await importPayments(world)
    app.clock.advance(DAY_MS)
    await importPayments(app.world)

    expect(await readImported(shop)).toHaveLength(100)
    expect(await ledgerFindings(app)).toEqual([])
  },
)

test('a stranger, staff and a key without its permissions are refused, and nothing changes', async () => {
  await using shop = await createPastShop(3)
  const { app, ada, stripe, connected } = shop
  const eve = await app.person()
  const staff = await createTeamMember(app, ada)
  const limitedAccount = stripe.addAccount()
  const other = await connectStripe(eve, limitedAccount)
  limitedAccount.permissions.charges = 'none'
  const rows = async () => [
    await app.db.selectFrom('processorAccounts').selectAll().orderBy('id').execute(),
    await app.count('auditLog'),
  ]
  const before = await rows()
  const path = (id: string) => `/api/processor-accounts/${id}/import`

  const responses = [
    await eve.rest('POST', path(connected.id), {}),
    await staff.rest('POST', path(connected.id), {}),
    await ada.rest('POST', path(connected.id), { since: '2020-01-01' }),
    await eve.rest('POST', path(other.id), {}),
  ]
  stripe.fail({ kind: '503', when: 'before', call: /./, times: 100 })
  responses.push(await ada.rest('POST', path(connected.id), {}))

  expect(responses.map(({ status }) => status)).toEqual([404, 403, 400, 409, 503])
  expect(responses[3]?.json()).toMatchObject({ reason: 'processor_key_invalid' })
  expect(responses[3]?.body).toContain('rak_charge_read')
  expect(await rows()).toEqual(before)
})

test('a customer who is erased after the import stays erased', async () => {
  await using shop = await createPastShop(40)
  const { app, ada } = shop
  await runImport(shop)
  const { data } = await ada.api.customers.list.query({ search: 'payer3@example.com' })
  await ada.rest('DELETE', `/api/customers/${data[0]?.id}`)
  addHistory(shop, 1)

  await runImport(shop)

  const stored = JSON.stringify([
    await app.db.selectFrom('customers').selectAll().execute(),
    await app.db.selectFrom('transactions').selectAll().execute(),
    await app.db.selectFrom('searchTexts').selectAll().execute(),
  ])
  expect(stored).not.toContain('payer3@example.com')
  expect(await readImported(shop)).toHaveLength(41)
  expect(await ledgerFindings(app)).toEqual([])
})

test('the audit log names who requested the import, and contains no key', async () => {
  await using shop = await createPastShop(120)
  const { app, ada, account, stripe } = shop
  await requestImport(shop)
  stripe.fail({ kind: '500', when: 'before', call: /./ })

  await importPayments(app.world)
  app.clock.advance(30_000)
  await importPayments(app.world)

  const auditEntries = await app.db
    .selectFrom('auditLog')
    .selectAll()
    .where('action', '=', 'processor.import_started')
    .execute()
  expect(auditEntries).toMatchObject([{ actor: `user:${ada.id}`, objectId: shop.connected.id }])
  const text = JSON.stringify([
    app.logs,
    auditEntries,
    await ada.api.processorAccounts.list.query(),
  ])
  expect(text).toContain('earlier payments were brought in')
  expect(text).toContain('earlier payments could not be brought in')
  expect(text).not.toContain(account.key)
})

import { expect, test } from 'vitest'
import { dialect, freshDatabase } from '../support/database.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import {
  createLink,
  formTokenIn,
  openPage,
  readLink,
  sendForm,
  trustProxy,
} from '../support/pay-page.ts'
import { SETTLEMENT_MS, testApp } from '../support/test-app.ts'

const PAYERS = 50

test.each([
  ['once', 1, '40.00'],
  ['seven times', 7, '40.00'],
  ['once, by a payment that settles later', 1, '40.03'],
])(
  'a link that is paid %s accepts no more payments from fifty simultaneous payers',
  async (_, maxUses, amount) => {
    await using app = await testApp({ environment: trustProxy })
    const alice = await app.person()
    const link = await createLink(alice, { maxUses, amount })
    const payers = Array.from({ length: PAYERS }, (__, at) => ({ address: `203.0.113.${at}` }))
    const forms = await Promise.all(
      payers.map(async (payer) => formTokenIn((await openPage(app, link.path, payer)).body)),
    )

    const responses = await Promise.all(
      payers.map((payer, at) =>
        sendForm(app, link.path, { form: forms[at] ?? '', email: `payer${at}@example.com` }, payer),
      ),
    )

    const count = (status: number) =>
      responses.filter((response) => response.status === status).length
    expect([count(303), count(410)]).toEqual([maxUses, PAYERS - maxUses])
    expect(await app.count('transactions')).toBe(maxUses)
    // A payer without a stored payment has not become a customer.
    expect(await app.count('customers')).toBe(maxUses)
    expect(await readLink(alice, link)).toMatchObject({ status: 'closed', paymentCount: maxUses })
    app.clock.advance(SETTLEMENT_MS)
    await app.settle()
    expect(await readLink(alice, link)).toMatchObject({ status: 'closed', paidCount: maxUses })
    expect(await ledgerFindings(app)).toEqual([])
  },
)

test('a payment that fails later frees its use, and the next payer gets it', async () => {
  await using app = await testApp({ environment: trustProxy })
  const alice = await app.person()
  const link = await createLink(alice, { maxUses: 1, amount: '40.01' })
  const [one, other] = [{ address: '203.0.113.1' }, { address: '203.0.113.2' }]
  const forms = [
    formTokenIn((await openPage(app, link.path, one)).body),
    formTokenIn((await openPage(app, link.path, other)).body),
  ]

  const first = await sendForm(app, link.path, { form: forms[0] ?? '', method: 'bank' }, one)
  const early = await sendForm(app, link.path, { form: forms[1] ?? '', method: 'bank' }, other)
  app.clock.advance(SETTLEMENT_MS)
  await app.settle()
  const failed = await readLink(alice, link)
  app.clock.advance(20_000)
  const late = await sendForm(app, link.path, { form: forms[1] ?? '', method: 'bank' }, other)

  expect([first.status, early.status, late.status]).toEqual([303, 410, 303])
  expect(failed).toMatchObject({ status: 'active', paymentCount: 1, paidCount: 0 })
  expect(await readLink(alice, link)).toMatchObject({ status: 'closed', paymentCount: 2 })
  expect(await ledgerFindings(app)).toEqual([])
})

test('a form without a payment waits while its link takes payments, and no longer', async () => {
  await using app = await testApp({ environment: trustProxy })
  const alice = await app.person()
  const link = await createLink(alice, { maxUses: 1 })
  const [paid = '', unsent = ''] = await Promise.all(
    [1, 2].map(async () => formTokenIn((await openPage(app, link.path)).body)),
  )
  const readDonePage = async (form: string) => {
    const query = new URLSearchParams({ form })
    const { status, body } = await app.rest({
      method: 'GET',
      url: `${link.path}/done?${query}`,
    })
    return { status, isWaiting: body.includes('http-equiv="refresh"') }
  }

  const before = await readDonePage(unsent)
  await sendForm(app, link.path, { form: paid })
  await app.settle()

  expect(before).toEqual({ status: 200, isWaiting: true })
  expect(await readDonePage(unsent)).toEqual({ status: 410, isWaiting: false })
  expect(await readDonePage(paid)).toEqual({ status: 200, isWaiting: false })
})

test('a single-use link that many payers submit twice is paid once; the other payers see that it is closed', async () => {
  await using app = await testApp({ environment: trustProxy })
  const alice = await app.person()
  const link = await createLink(alice, { maxUses: 1 })
  const payers = Array.from({ length: 20 }, (_, at) => ({ address: `203.0.113.${at}` }))
  const forms = await Promise.all(
    payers.map(async (payer) => formTokenIn((await openPage(app, link.path, payer)).body)),
  )
  const press = () =>
    payers.map((payer, at) => sendForm(app, link.path, { form: forms[at] ?? '' }, payer))

  // More requests than are paid at once, so that the second presses wait while the first are paid.
  const [first, second] = await Promise.all([Promise.all(press()), Promise.all(press())])

  const endsOf = (all: typeof first) =>
    Promise.all(
      all.map(async ({ status, headers: { location } }) => {
        if (status !== 303) return status
        expect(location).toContain(`${link.path}/done?form=`)
        return (await app.rest({ method: 'GET', url: String(location) })).status
      }),
    )
  const [one, two] = [await endsOf(first), await endsOf(second)]
  expect(one.filter((status) => status === 200)).toHaveLength(1)
  expect(new Set(one)).toEqual(new Set([200, 410]))
  expect(two).toEqual(one)
  expect(await app.count('transactions')).toBe(1)
  expect(await ledgerFindings(app)).toEqual([])
})

test.runIf(dialect === 'postgres')(
  'two processes take one payment by a link with items that is paid once',
  async () => {
    const fresh = await freshDatabase()
    await using _removed = { [Symbol.asyncDispose]: fresh.remove }
    await using app = await testApp({ fresh, environment: trustProxy })
    await using other = await testApp({ fresh, environment: trustProxy })
    const alice = await app.person()
    const items = [{ title: 'Water', price: '2.00' }]
    const link = await createLink(alice, { amount: undefined, items, maxUses: 1 })
    const payers = Array.from({ length: 20 }, (_, at) => ({
      payer: { address: `203.0.113.${at}` },
      process: at % 2 === 0 ? app : other,
    }))
    const forms = await Promise.all(
      payers.map(async ({ payer, process }) =>
        formTokenIn((await openPage(process, link.path, payer)).body),
      ),
    )

    const responses = await Promise.all(
      payers.map(({ payer, process }, at) =>
        sendForm(
          process,
          link.path,
          { form: forms[at] ?? '', quantity0: String(at + 1), shown: String(200 * (at + 1)) },
          payer,
        ),
      ),
    )

    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 303)).toHaveLength(1)
    expect(new Set(statuses)).toEqual(new Set([303, 410]))
    expect(await readLink(alice, link)).toMatchObject({ status: 'closed', paymentCount: 1 })
    const stored = await app.db.selectFrom('transactions').select('amount').execute()
    expect(stored).toEqual([{ amount: 200 * (statuses.indexOf(303) + 1) }])
    expect(await ledgerFindings(app)).toEqual([])
  },
)

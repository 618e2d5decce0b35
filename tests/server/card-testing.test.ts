import { createHash } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { Mail, Mailer } from '#server/core/ports/mailer.ts'
import { mailNotices } from '#server/features/notices/mail-notices.ts'
import {
  pruneLinkTries,
  takeFormAllowance,
} from '#server/features/payment-links/payer/card-testing.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import {
  createLink,
  formTokenIn,
  locationOf,
  openPage,
  pay,
  readLink,
  sendForm,
  trustProxy,
} from '../support/pay-page.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

const MINUTE_MS = 60_000

/** Sends a declined card to a link, from its own IP address, after the wait of a browser without a script. */
async function decline(app: TestApp, path: string, address: string) {
  const form = formTokenIn((await openPage(app, path, { address })).body)
  app.clock.advance(16_000)
  return sendForm(app, path, { form, amount: '10.01' }, { address })
}

const chosenAmountLink = (person: Person) => createLink(person, { amountKind: 'chosen' })

/** Returns another payer, at the IP address that all share. */
const payer = (n: number) => ({ amount: '10', name: `Payer ${n}`, email: `payer${n}@example.com` })

test('payers behind one IP address can pay one after another, and by bank transfer', async () => {
  await using app = await testApp({ environment: trustProxy })
  const link = await chosenAmountLink(await app.person())

  const cards = []
  for (let n = 0; n < 20; n++) cards.push((await pay(app, link.path, payer(n))).status)
  const transfers = []
  for (let n = 20; n < 40; n++) {
    transfers.push((await pay(app, link.path, { ...payer(n), method: 'bank' })).status)
  }

  expect(new Set([...cards, ...transfers])).toEqual(new Set([303]))
  expect(await ledgerFindings(app)).toEqual([])
})

test('an IP address sends at most sixty forms to a link in ten minutes, for any outcome', async () => {
  await using app = await testApp({ environment: trustProxy })
  const link = await chosenAmountLink(await app.person())
  for (let n = 0; n < 60; n++) await pay(app, link.path, payer(n))

  expect((await pay(app, link.path, payer(60))).status).toBe(429)
})

test('unconfirmed transfers are limited per IP address, and more strictly per payer', async () => {
  await using app = await testApp({ environment: trustProxy })
  const alice = await app.person()
  const [link, other] = [await chosenAmountLink(alice), await chosenAmountLink(alice)]
  const payByTransfer = (path: string, fields: Record<string, string>) =>
    pay(app, path, { ...fields, method: 'bank' })

  const many: number[] = []
  const sameCardStatuses: number[] = []
  for (let n = 0; n < 21; n++) many.push((await payByTransfer(link.path, payer(n))).status)
  for (let n = 0; n < 6; n++)
    sameCardStatuses.push((await payByTransfer(other.path, payer(99))).status)

  expect(many).toEqual([...Array(20).fill(303), 429])
  expect(sameCardStatuses).toEqual([...Array(5).fill(303), 429])
})

test('an IP address gets a retry time after five declined cards', async () => {
  await using app = await testApp({ environment: trustProxy })
  const alice = await app.person()
  const [link, other] = [await chosenAmountLink(alice), await chosenAmountLink(alice)]
  const from = { address: '203.0.113.7' }
  const pause = () => app.clock.advance(MINUTE_MS)
  /** Waits instead of computing the proof of work. */
  const patient = async (path: string, fields: object, at = from) => {
    const form = formTokenIn((await openPage(app, path, at)).body)
    pause()
    return sendForm(app, path, { form, ...fields }, at)
  }

  const statuses = []
  for (let n = 0; n < 5; n++) {
    statuses.push((await patient(link.path, { ...payer(n), amount: '10.01' })).status)
  }
  const sixth = await patient(link.path, { ...payer(6), name: 'Grace' })
  const neighbour = await patient(link.path, payer(7), { address: '203.0.113.8' })
  const elsewhere = await patient(other.path, payer(8))

  expect(statuses).toEqual([303, 303, 303, 303, 303])
  expect(sixth.status).toBe(429)
  // The first of the five declines leaves the ten-minute window five minutes later.
  expect(sixth.headers['retry-after']).toBe('300')
  expect(sixth.body).toContain('Please come back in 5 minutes.')
  expect(sixth.body).toContain('value="Grace"')
  expect([neighbour.status, elsewhere.status]).toEqual([303, 303])
  app.clock.advance(3 * MINUTE_MS)
  expect((await patient(link.path, payer(9))).status).toBe(303)
  expect(await ledgerFindings(app)).toEqual([])
})

test('simultaneous cards from many IP addresses exceed the decline limit only by those in process', async () => {
  await using app = await testApp({ environment: trustProxy })
  const alice = await app.person()
  const link = await chosenAmountLink(alice)
  const addresses = Array.from({ length: 120 }, (_, n) => `10.9.${n}.1`)
  const forms: string[] = []
  for (const address of addresses)
    forms.push(formTokenIn((await openPage(app, link.path, { address })).body))

  const responses = await Promise.all(
    addresses.map((address, n) =>
      sendForm(app, link.path, { form: forms[n] ?? '', amount: '10.01' }, { address }),
    ),
  )

  const tried = responses.filter(({ status }) => status === 303).length
  expect(tried).toBeGreaterThan(0)
  // Twenty forms, and the forms that were already being processed.
  expect(tried).toBeLessThanOrEqual(20 + 16)
  expect(await app.count('transactions')).toBe(tried)
  expect(await ledgerFindings(app)).toEqual([])
})

test('five of many simultaneous cards from one payer and IP address are tried', async () => {
  await using app = await testApp()
  const link = await chosenAmountLink(await app.person())
  const forms = []
  for (let n = 0; n < 12; n++) forms.push(formTokenIn((await openPage(app, link.path)).body))
  app.clock.advance(16_000)

  const responses = await Promise.all(
    forms.map((form) => sendForm(app, link.path, { form, amount: '10.01' })),
  )

  const count = (status: number) =>
    responses.filter((response) => response.status === status).length
  expect([count(303), count(429)]).toEqual([5, 7])
  expect(await app.count('transactions')).toBe(5)
})

test('an IP address has at most fifteen pending cards at a link, from unknown payers', async () => {
  await using app = await testApp()
  const { id } = await chosenAmountLink(await app.person())
  const link = await app.db
    .selectFrom('paymentLinks')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const take = (n: number, senderNetwork = 'counter') => {
    const form = {
      senderNetwork,
      email: `payer${n}@example.com`,
      formHash: `${n}`,
      isTransfer: false,
    }
    return takeFormAllowance(app.world, link, form)
  }

  const waitsS = []
  for (let n = 0; n < 16; n++) waitsS.push(await take(n))

  expect(waitsS).toEqual([...Array(15).fill(0), 600])
  expect(await take(16, 'elsewhere')).toBe(0)
})

test('twenty declines in ten minutes pause a link for thirty, and the merchant is notified once', async () => {
  const sent: Mail[] = []
  const mailer: Mailer = {
    send: async (mail) => {
      sent.push(mail)
    },
  }
  await using app = await testApp({ environment: trustProxy, mailer })
  const alice = await app.person()
  const [link, other] = [await chosenAmountLink(alice), await chosenAmountLink(alice)]
  await app.idle()
  sent.length = 0

  for (let at = 1; at <= 20; at++) {
    expect((await decline(app, link.path, `203.0.113.${at}`)).status).toBe(303)
  }
  const next = await openPage(app, link.path)
  await mailNotices(app.world)
  await app.idle()

  expect(next.status).toBe(410)
  expect(next.body).toContain('is paused')
  expect(await readLink(alice, link)).toMatchObject({
    status: 'paused',
    pauseReason: 'card_testing',
    pausedUntil: new Date(app.clock.now() + 30 * MINUTE_MS).toISOString(),
  })
  expect((await openPage(app, other.path)).status).toBe(200)
  expect(sent).toMatchObject([{ to: alice.email, subject: '[Test] Link paused: Dinner' }])
  expect(sent[0]?.text).toContain(`/links/${link.id}`)
  expect((await alice.api.notices.list.query({})).total).toBe(1)
  const auditEntries = await app.db
    .selectFrom('auditLog')
    .select(['actor', 'action'])
    .where('objectId', '=', link.id)
    .where('action', '=', 'payment_link.paused')
    .execute()
  expect(auditEntries).toEqual([{ actor: 'system:card-testing', action: 'payment_link.paused' }])
  app.clock.advance(30 * MINUTE_MS)
  expect((await alice.api.notices.list.query({})).total).toBe(0)
  expect((await pay(app, link.path, { amount: '10' })).status).toBe(303)
  expect(await ledgerFindings(app)).toEqual([])
})

/** Sends declined cards to the links by rotation, each from its own IP address. */
async function declineAt(app: TestApp, links: readonly { path: string }[], count: number) {
  const forms = []
  for (let at = 0; at < count; at++) {
    const path = links[at % links.length]?.path ?? ''
    const address = `203.0.113.${at}`
    forms.push({ path, address, form: formTokenIn((await openPage(app, path, { address })).body) })
  }
  app.clock.advance(20_000)
  for (const { path, address, form } of forms) {
    await sendForm(app, path, { form, amount: '10.01' }, { address })
  }
}

test('sixty declines over several links pause all links of that merchant alone', async () => {
  const sent: Mail[] = []
  const mailer: Mailer = {
    send: async (mail) => {
      sent.push(mail)
    },
  }
  await using app = await testApp({ environment: trustProxy, mailer })
  const [alice, bob] = [await app.person(), await app.person()]
  const links = []
  for (let at = 0; at < 5; at++) links.push(await chosenAmountLink(alice))
  const otherLink = await chosenAmountLink(bob)
  await alice.api.paymentLinks.pause.mutate({ id: links[4]?.id ?? '' })
  await app.idle()
  sent.length = 0
  const rows = () =>
    app.db.selectFrom('paymentLinks').select(['id', 'pausedUntil']).orderBy('id').execute()
  await declineAt(app, links.slice(0, 4), 60)
  const before = await rows()
  const late = await pay(app, links[0]?.path ?? '', { amount: '10' })
  await pay(app, links[1]?.path ?? '', { amount: '10' })
  await mailNotices(app.world)
  await app.idle()

  expect(late.status).toBe(410)
  const pausedUntil = new Date(app.clock.now() + 30 * MINUTE_MS).toISOString()
  for (const link of links.slice(0, 4)) {
    expect(await readLink(alice, link)).toMatchObject({
      status: 'paused',
      pauseReason: 'card_testing',
      pausedUntil,
    })
  }
  expect(await readLink(alice, links[4] ?? { id: '' })).toMatchObject({
    pauseReason: 'by_hand',
    pausedUntil: null,
  })
  expect((await pay(app, otherLink.path, { amount: '10' })).status).toBe(303)
  // All links together make one value, one audit entry and one mail.
  expect(await rows()).toEqual(before)
  const entries = await app.db
    .selectFrom('auditLog')
    .select(['merchantId', 'objectId', 'actor'])
    .where('action', '=', 'payment_links.paused')
    .execute()
  const merchantId = alice.merchant.id
  expect(entries).toEqual([{ merchantId, objectId: merchantId, actor: 'system:card-testing' }])
  expect(sent).toMatchObject([{ to: alice.email, subject: '[Test] All payment links are paused' }])
  expect((await alice.api.paymentLinks.list.query({ status: 'paused' })).total).toBe(5)
  expect((await alice.api.paymentLinks.list.query({ status: 'active' })).total).toBe(0)
  expect((await alice.api.paymentLinks.summary.query({})).byStatus).toEqual([
    { status: 'paused', count: 5 },
  ])
  app.clock.advance(30 * MINUTE_MS)
  expect((await readLink(alice, links[0] ?? { id: '' })).status).toBe('active')
  expect((await pay(app, links[0]?.path ?? '', { amount: '10' })).status).toBe(303)
  expect(await ledgerFindings(app)).toEqual([])
})

test('resuming a link ends the pause of all links, and is recorded', async () => {
  await using app = await testApp({ environment: trustProxy })
  const [alice, bob] = [await app.person(), await app.person()]
  const links = [
    await chosenAmountLink(alice),
    await chosenAmountLink(alice),
    await chosenAmountLink(alice),
    await chosenAmountLink(alice),
  ]
  await declineAt(app, links, 60)
  await pay(app, links[0]?.path ?? '', { amount: '10' })
  app.clock.advance(10 * MINUTE_MS)
  const id = links[1]?.id ?? ''

  const refused = bob.api.paymentLinks.resume.mutate({ id })
  await expect(refused).rejects.toMatchObject({ data: { code: 'not_found' } })
  expect((await readLink(alice, links[0] ?? { id: '' })).status).toBe('paused')
  const resumed = await alice.api.paymentLinks.resume.mutate({ id })

  expect(resumed.status).toBe('active')
  for (const link of links) expect((await readLink(alice, link)).status).toBe('active')
  const entries = await app.db
    .selectFrom('auditLog')
    .select('objectId')
    .where('action', '=', 'payment_links.resumed')
    .execute()
  expect(entries).toEqual([{ objectId: alice.merchant.id }])
  expect((await pay(app, links[2]?.path ?? '', { amount: '10' })).status).toBe(303)
})

test('an IP address may have fifteen declined cards in ten minutes across all links of a merchant', async () => {
  await using app = await testApp({ environment: trustProxy })
  const [alice, bob] = [await app.person(), await app.person()]
  const from = { address: '203.0.113.7' }
  const links = await Promise.all(Array.from({ length: 20 }, () => chosenAmountLink(alice)))
  const otherLink = await chosenAmountLink(bob)

  const responses = await Promise.all(
    links.map(({ path }) => pay(app, path, { amount: '10.01' }, from)),
  )

  const count = (status: number) =>
    responses.filter((response) => response.status === status).length
  expect([count(303), count(429)]).toEqual([15, 5])
  expect(await app.count('transactions')).toBe(15)
  expect((await pay(app, otherLink.path, { amount: '10' }, from)).status).toBe(303)
  app.clock.advance(10 * MINUTE_MS)
  expect((await pay(app, links[0]?.path ?? '', { amount: '10' }, from)).status).toBe(303)
})

test('a form after a decline needs a proof of work, or a wait without a script', async () => {
  await using app = await testApp({ environment: trustProxy })
  const alice = await app.person()
  const link = await chosenAmountLink(alice)
  const first = await openPage(app, link.path)
  await pay(app, link.path, { amount: '10.01' }, { address: '203.0.113.1' })

  const page = await openPage(app, link.path)
  const form = formTokenIn(page.body)
  const hastyResponse = await sendForm(app, link.path, { form, amount: '10' })
  const wrong = await sendForm(app, link.path, { form, amount: '10', proof: '1' })
  const [, challenge = ''] = /data-challenge="([\w-]+)"/.exec(page.body) ?? []
  const solvedResponse = await sendForm(app, link.path, {
    form,
    amount: '10',
    proof: proofOf(challenge),
  })

  expect(first.body).not.toContain('<script')
  expect(page.body).toContain('<script src="/pay/proof.js" defer></script>')
  expect(page.headers['content-security-policy']).toContain("script-src 'self';")
  for (const { status, headers, body } of [hastyResponse, wrong]) {
    expect(status).toBe(429)
    expect(headers['retry-after']).toBe('15')
    expect(body).toContain('Please wait 15 seconds')
    expect(body).toContain('value="Ada Rossi"')
  }
  expect(solvedResponse.status).toBe(303)
  // A payer who waits need not compute the proof of work.
  const patient = formTokenIn((await openPage(app, link.path)).body)
  app.clock.advance(15_000)
  expect((await sendForm(app, link.path, { form: patient, amount: '10' })).status).toBe(303)
  // Ten minutes after the last decline, no payer has to compute it.
  app.clock.advance(10 * MINUTE_MS)
  expect((await openPage(app, link.path)).body).not.toContain('<script')
})

const isSolved = (challenge: string, proof: string) =>
  createHash('sha256').update(`${challenge}.${proof}`).digest().readUInt32BE(0) >>> (32 - 17) === 0

function proofOf(challenge: string): string {
  for (let proof = 0; ; proof++) if (isSolved(challenge, String(proof))) return String(proof)
}

test('the page’s own script does the work, and submits the form by the pressed button', async () => {
  await using app = await testApp()
  const script = await openPage(app, '/pay/proof.js')
  const challenge = 'q7dYk2mZ4sTfH0cVbN1xLg'
  const listeners: ((event: object) => void)[] = []
  const submitted: unknown[] = []
  const form = {
    addEventListener: (_: string, listener: (event: object) => void) => listeners.push(listener),
    querySelector: () => ({ hidden: true }),
    requestSubmit: (button: unknown) => submitted.push(button),
  }
  const field = { form, dataset: { challenge }, value: '' }
  const scheduled: (() => void)[] = []
  runInNewContext(script.body, {
    document: { querySelector: () => field },
    Date,
    setTimeout: (run: () => void) => scheduled.push(run),
  })
  let isSubmitDelayed = false

  listeners[0]?.({ preventDefault: () => (isSubmitDelayed = true), submitter: 'card' })
  for (let run = scheduled.shift(); run; run = scheduled.shift()) run()

  expect(script.headers['content-type']).toContain('text/javascript')
  expect(Buffer.byteLength(script.body)).toBeLessThan(4000)
  expect(isSolved(challenge, field.value)).toBe(true)
  expect([isSubmitDelayed, submitted]).toEqual([true, ['card']])
})

test('the counts are deleted after a day, and hold no IP address', async () => {
  await using app = await testApp({ environment: trustProxy })
  const link = await chosenAmountLink(await app.person())
  await pay(app, link.path, { amount: '10.01' }, { address: '203.0.113.7' })
  const rows = await app.db.selectFrom('paymentLinkTries').selectAll().execute()

  await pruneLinkTries(app.world)
  const storedTries = await app.count('paymentLinkTries')
  app.clock.advance(24 * 60 * MINUTE_MS + 1)
  await pruneLinkTries(app.world)

  expect(JSON.stringify(rows)).not.toContain('203.0.113')
  expect(storedTries).toBe(2)
  expect(await app.count('paymentLinkTries')).toBe(0)
})

test('every decline shows the same message, whenever its page is opened', async () => {
  await using app = await testApp()
  const link = await chosenAmountLink(await app.person())
  const done = await openPage(app, locationOf(await pay(app, link.path, { amount: '10.02' })))

  expect(done.body).toContain('The payment did not go through.')
  expect(done.body).not.toMatch(/insufficient|funds/)
})

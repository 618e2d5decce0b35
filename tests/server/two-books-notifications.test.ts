import { expect, test } from 'vitest'
import { keyCaller } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { startReceiver } from '../support/receiver.ts'
import { createTeamMember } from '../support/team.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'
import { goLive, inMode, withSandbox } from '../support/two-modes.ts'
import { deliverAll, setWebhookUrl } from '../support/webhooks.ts'

/** Opens the stream of a page that shows `book`. `text` contains everything received. */
async function openStream(url: string, { cookie }: Person, book: 'test' | 'live') {
  const controller = new AbortController()
  const parameters = encodeURIComponent(JSON.stringify({ book }))
  const response = await fetch(`${url}/trpc/events.changes?connectionParams=${parameters}`, {
    headers: { cookie, accept: 'text/event-stream' },
    signal: controller.signal,
  })
  const stream = {
    status: response.status,
    text: '',
    isOver: false,
    close: () => controller.abort(),
  }
  const reading = (async () => {
    for await (const part of response.body ?? []) stream.text += new TextDecoder().decode(part)
    stream.isOver = true
  })().catch((error: unknown) => {
    if (!controller.signal.aborted) throw error
  })
  return Object.assign(stream, { reading })
}

const listen = (app: TestApp) => app.app.listen({ port: 0, host: '127.0.0.1' })

test('a page receives the changes of the mode that it shows, and of its team in both', async () => {
  await using app = await testApp()
  const { test: alice, live } = await goLive(app, await app.person())
  const url = await listen(app)
  const [first, second] = [
    await openStream(url, alice, 'test'),
    await openStream(url, live, 'live'),
  ]
  await expect.poll(() => app.live.size).toBe(2)

  const paid = await alice.api.transactions.create.mutate(payment())
  const customer = await live.api.customers.create.mutate({ name: 'Bo', email: 'bo@example.com' })
  const staff = await createTeamMember(app, alice)

  await expect
    .poll(() => [first.text.includes(staff.id), second.text.includes(staff.id)])
    .toEqual([true, true])
  expect([first.text.includes(paid.id), second.text.includes(paid.id)]).toEqual([true, false])
  expect([first.text.includes(customer.id), second.text.includes(customer.id)]).toEqual([
    false,
    true,
  ])
  for (const stream of [first, second]) stream.close()
  await Promise.all([first.reading, second.reading])
})

test('a stream of the mode that is not open sends nothing', async () => {
  await using app = await testApp()
  const { test: alice, live } = await goLive(app, await app.person())
  const url = await listen(app)

  const staleStreams = [await openStream(url, alice, 'live'), await openStream(url, live, 'test')]
  await expect
    .poll(() => staleStreams.map(({ text }) => text.includes('book_changed')))
    .toEqual([true, true])
  const paid = await alice.api.transactions.create.mutate(payment())

  expect(app.live.size).toBe(0)
  for (const stream of staleStreams) {
    expect(stream.text).not.toContain(paid.id)
    stream.close()
    await stream.reading
  }
})

test('a removed member receives no more changes of either mode', async () => {
  await using app = await testApp()
  const { test: alice, live } = await goLive(app, await app.person())
  const staff = await createTeamMember(app, alice)
  const url = await listen(app)
  const streams = [
    await openStream(url, staff, 'test'),
    await openStream(url, inMode(app, staff, 'live'), 'live'),
  ]
  await expect.poll(() => app.live.size).toBe(2)

  await live.api.team.remove.mutate({ userId: staff.id })

  await expect.poll(() => app.live.size).toBe(0)
  await live.api.customers.create.mutate({ name: 'Bo', email: 'bo@example.com' })
  for (const stream of streams) {
    expect(stream.text).not.toContain('customer')
    stream.close()
    await stream.reading
  }
})

test('an endpoint receives the events of its own mode, with a secret of its own', async () => {
  await using app = await testApp()
  await using testReceiver = await startReceiver()
  await using liveReceiver = await startReceiver()
  const { test: alice, live, liveId } = await goLive(app, await app.person())
  const secrets = [
    await setWebhookUrl(alice, testReceiver.url),
    await setWebhookUrl(live, liveReceiver.url),
  ]
  const shops = { test: await keyCaller(app, alice), live: await keyCaller(app, live) }

  const testPayment = await shops.test.rest('POST', '/api/payments', payment())
  const livePayment = await withSandbox(app, liveId, () =>
    shops.live.rest('POST', '/api/payments', payment()),
  )
  await deliverAll(app)

  const bodiesOf = ({ received }: typeof testReceiver) =>
    received.map(({ body }) => body).join('\n')
  expect(secrets[0]?.secret).not.toBe(secrets[1]?.secret)
  expect([testReceiver.received.length, liveReceiver.received.length]).toEqual([2, 2])
  expect(bodiesOf(testReceiver)).toContain(testPayment.json().id)
  expect(bodiesOf(testReceiver)).not.toContain(livePayment.json().id)
  expect(bodiesOf(liveReceiver)).toContain(livePayment.json().id)
  expect(bodiesOf(liveReceiver)).not.toContain(testPayment.json().id)
})

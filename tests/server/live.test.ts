import { expect, test } from 'vitest'
import { LiveBus } from '#server/services/live/live-bus.ts'
import { payment } from '../support/make.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

type Change = { type: string; action: string; objectId: string }

type StreamInput = { lastEventId?: string; knownForMs?: number }

/** Opens the stream and reads it as a browser does. */
async function openStream(app: TestApp, url: string, person: Person, streamInput?: StreamInput) {
  const input = streamInput ? `?input=${encodeURIComponent(JSON.stringify(streamInput))}` : ''
  const controller = new AbortController()
  const response = await fetch(`${url}/trpc/events.changes${input}`, {
    headers: { cookie: person.cookie, accept: 'text/event-stream' },
    signal: controller.signal,
  })
  const changes: Change[] = []
  const reading = (async () => {
    let text = ''
    for await (const part of response.body ?? []) {
      text += new TextDecoder().decode(part)
      for (const message of text.split('\n\n').slice(0, -1)) {
        const data = /^data: (\{.*"type".*\})$/m.exec(message)?.[1]
        if (data) changes.push(JSON.parse(data))
      }
      text = text.slice(text.lastIndexOf('\n\n') + 2)
    }
  })().catch((error: unknown) => {
    if (!controller.signal.aborted) throw error
  })
  return { response, changes, reading, close: () => controller.abort() }
}

const listen = (app: TestApp) => app.app.listen({ port: 0, host: '127.0.0.1' })

test('a page is notified of payments, settlements and customers of its merchant after the commit', async () => {
  await using app = await testApp()
  const [alice, bob] = [await app.person(), await app.person()]
  const url = await listen(app)
  const [aliceStream, bobStream] = [
    await openStream(app, url, alice),
    await openStream(app, url, bob),
  ]
  await expect.poll(() => app.live.size).toBe(2)

  const paid = await alice.api.transactions.create.mutate(payment({ paymentMethod: 'bank' }))
  await alice.rest('PUT', `/api/transactions/${paid.id}`, { status: 'success' })
  await alice.rest('PUT', `/api/customers/${paid.customerId}`, { name: 'Ada Bianchi' })

  expect(aliceStream.response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  expect(aliceStream.response.headers.get('content-encoding')).toBeNull()
  await expect
    .poll(() => aliceStream.changes)
    .toEqual([
      { type: 'customer', action: 'created', objectId: paid.customerId },
      { type: 'transaction', action: 'created', objectId: paid.id },
      { type: 'transaction', action: 'changed', objectId: paid.id },
      { type: 'customer', action: 'changed', objectId: paid.customerId },
    ])
  expect(bobStream.changes).toEqual([])
  aliceStream.close()
  await expect.poll(() => app.live.size).toBe(1)
  bobStream.close()
  await Promise.all([aliceStream.reading, bobStream.reading])
})

test('a rolled-back change is not sent', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const url = await listen(app)
  const stream = await openStream(app, url, alice)
  await expect.poll(() => app.live.size).toBe(1)
  await app.db.schema.alterTable('rollup_customers').renameTo('hidden').execute()

  expect((await alice.rest('POST', '/api/payments', payment())).status).toBe(500)
  await app.db.schema.alterTable('hidden').renameTo('rollup_customers').execute()
  const paid = await alice.api.transactions.create.mutate(payment())

  await expect.poll(() => stream.changes.at(-1)?.objectId).toBe(paid.id)
  expect(stream.changes).toHaveLength(2)
  stream.close()
  await stream.reading
})

test('a reconnecting page reloads everything', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const url = await listen(app)

  const stream = await openStream(app, url, alice, { lastEventId: 'evt_before' })

  await expect
    .poll(() => stream.changes)
    .toEqual([{ type: 'merchant', action: 'changed', objectId: alice.merchant.id }])
  stream.close()
  await stream.reading
})

test('a page with data older than the last change reloads everything, a page with newer data does not', async () => {
  let nowMs = 0
  const live = new LiveBus({ monotonicMs: () => nowMs })
  const change = { type: 'transaction', action: 'created', objectId: 'txn_1' } as const
  nowMs = 60_000
  live.publish({ merchantId: 'mer_1', ...change })
  nowMs = 63_000

  const firstOf = async (merchantId: string, knownForMs: number) => {
    const stream = live.subscribe(merchantId, undefined, { knownForMs })
    const first = stream.next()
    live.publish({ merchantId, ...change, objectId: 'txn_2' })
    const { value } = await first
    await stream.return(undefined)
    return value?.objectId
  }

  expect(await firstOf('mer_2', 3000)).toBe('txn_2')
  // The process does not know what happened before its start.
  expect(await firstOf('mer_3', 63_000)).toBe('mer_3')
  const before = live.subscribe('mer_1', undefined, { knownForMs: 3000 })
  expect((await before.next()).value).toMatchObject({ type: 'merchant', objectId: 'mer_1' })
  await before.return(undefined)
  expect(await firstOf('mer_1', 2999)).toBe('txn_2')

  nowMs = 70_000
  live.receiveAnything()
  nowMs = 71_000
  expect(await firstOf('mer_2', 1000)).toBe('mer_2')
})

test('changes of very many merchants are all remembered, or every page reloads', async () => {
  let nowMs = 0
  const live = new LiveBus({ monotonicMs: () => nowMs })
  for (let index = 0; index < 10_001; index++) {
    nowMs += 1
    live.publish({
      merchantId: `mer_${index}`,
      type: 'customer',
      action: 'changed',
      objectId: 'cus_1',
    })
  }

  const stream = live.subscribe('mer_0', undefined, { knownForMs: 10_001 })
  expect((await stream.next()).value).toMatchObject({ objectId: 'mer_0' })
  await stream.return(undefined)
})

test('a page sends the age of its data when it opens the stream', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const url = await listen(app)
  await alice.api.transactions.create.mutate(payment())

  const lateStream = await openStream(app, url, alice, { knownForMs: 60_000 })

  await expect
    .poll(() => lateStream.changes)
    .toEqual([{ type: 'merchant', action: 'changed', objectId: alice.merchant.id }])
  const invalidStream = await openStream(app, url, alice, { knownForMs: -1 })
  await invalidStream.reading
  expect(invalidStream.changes).toEqual([])
  expect(app.live.size).toBe(1)
  lateStream.close()
  await lateStream.reading
})

test('the backlog of a page that does not read is limited', async () => {
  await using app = await testApp()
  const stream = app.live.subscribe('mer_1', undefined)
  const first = stream.next()
  for (let i = 0; i < 2000; i++) {
    app.live.publish({
      merchantId: 'mer_1',
      type: 'transaction',
      action: 'created',
      objectId: `${i}`,
    })
  }

  const received = [(await first).value]
  for (let i = 0; i < 499; i++) received.push((await stream.next()).value)

  // A single change replaces everything that overflowed: the page must load everything again.
  expect(received[0]).toEqual({ type: 'merchant', action: 'changed', objectId: 'mer_1' })
  expect(received.at(-1)).toMatchObject({ objectId: '1999' })
  await stream.return(undefined)
  expect(app.live.size).toBe(0)
})

test('strangers, keys and people without a merchant get no stream', async () => {
  await using app = await testApp()
  const newcomer = await app.person({ isOnboarded: false })

  const stranger = await app.rest({ method: 'GET', url: '/trpc/events.changes' })
  const early = await newcomer.rest('GET', '/trpc/events.changes')

  // A stream that cannot begin reports this in its first message.
  expect(stranger.body).toContain('"code":"unauthenticated"')
  expect(early.body).toContain('"reason":"no_merchant"')
  expect(app.live.size).toBe(0)
})

test('the server stops although streams are open', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const url = await listen(app)
  const stream = await openStream(app, url, alice)
  await expect.poll(() => app.live.size).toBe(1)

  await app.app.close()

  await stream.reading
  expect(app.live.size).toBe(0)
})

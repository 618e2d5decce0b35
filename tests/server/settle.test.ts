import { expect, test } from 'vitest'
import type { Processor } from '#server/core/processor.ts'
import { settleDue } from '#server/features/transactions/settle-due.ts'
import { payment } from '../support/make.ts'
import { testApp } from '../support/test-app.ts'

/** A processor across a network: its answer may get lost. */
function onlineProcessor(answers: Partial<Processor> = {}): Processor & { asked: string[] } {
  const asked: string[] = []
  return {
    name: 'online',
    isOffline: false,
    asked,
    charge: async ({ key }) => {
      asked.push(key)
      return { status: 'success' }
    },
    ask: async ({ key }) => {
      asked.push(key)
      return { status: 'success' }
    },
    ...answers,
  }
}

test('with an online processor the payment is stored as pending before the processor is asked', async () => {
  let storedBefore: string | undefined
  const processor = onlineProcessor({
    charge: async ({ key }) => {
      const row = await app.db
        .selectFrom('transactions')
        .select('status')
        .where('id', '=', key)
        .executeTakeFirst()
      storedBefore = row?.status
      return { status: 'success' }
    },
  })
  await using app = await testApp({ deps: { processor } })
  const alice = await app.person()

  const { json } = await alice.rest('POST', '/api/payments', payment())

  expect(storedBefore).toBe('pending')
  expect(json().status).toBe('success')
  expect((await alice.api.dashboard.stats.query()).totalRevenue).toBe('12.34')
})

test('a payment whose answer was lost is found and asked for again with the same key', async () => {
  const processor = onlineProcessor({
    charge: async () => {
      throw new Error('socket hang up')
    },
  })
  await using app = await testApp({ deps: { processor } })
  const alice = await app.person()

  const lost = await alice.rest('POST', '/api/payments', payment())
  expect(lost.status).toBe(500)
  const [stored] = await alice.api.transactions.list.query().then(({ data }) => data)
  expect(stored?.status).toBe('pending')

  app.clock.advance(60_000)
  await settleDue(app.world)

  expect(processor.asked).toEqual([stored?.id])
  const found = await alice.api.transactions.get.query({ id: String(stored?.id) })
  expect(found.status).toBe('success')
})

test('one payment that cannot be settled does not hold up the others', async () => {
  const broken = new Set<string>()
  const processor = onlineProcessor({
    charge: async ({ createdAtMs }) => ({ status: 'pending', askAtMs: createdAtMs }),
    ask: async ({ key }) => {
      if (broken.has(key)) throw new Error('unknown charge')
      return { status: 'failed', reason: 'expired' }
    },
  })
  await using app = await testApp({ deps: { processor } })
  const alice = await app.person()
  const first = await alice.api.transactions.create.mutate(payment())
  const second = await alice.api.transactions.create.mutate(payment())
  broken.add(first.id)

  await settleDue(app.world)

  const statusOf = async (id: string) => (await alice.api.transactions.get.query({ id })).status
  expect(await statusOf(first.id)).toBe('pending')
  expect(await statusOf(second.id)).toBe('failed')
  expect(app.logs).toContainEqual(expect.objectContaining({ level: 50, transaction: first.id }))
})

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { assertServableDatabase } from '#server/services/operating/watch-move.ts'
import type { FreshDatabase } from '../support/database.ts'
import { payment } from '../support/make.ts'
import {
  contentOf,
  type Engine,
  emptyDatabase,
  enginePairs,
  migratedDatabase,
  runMove,
} from '../support/moving.ts'
import { runs } from '../support/runs.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

/** Lines that a move prints more before each further interruption. The full test interrupts it at every line. */
const LINES_MORE = runs(1, 4)

const remove: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const each of remove.splice(0)) await each()
})

async function createEmpty(engine: Engine): Promise<FreshDatabase> {
  const created = await emptyDatabase(engine)
  remove.push(created.remove)
  return created
}

async function createMigrated(engine: Engine): Promise<FreshDatabase> {
  const created = await migratedDatabase(engine)
  remove.push(created.remove)
  return created
}

const pay = (app: TestApp, { cookie }: Person, key: string, body: object) =>
  app.rest({
    method: 'POST',
    url: '/api/payments',
    headers: { cookie, 'content-type': 'application/json', 'idempotency-key': key },
    payload: JSON.stringify(body),
  })

/** Returns why the server refuses to start, or an empty text. */
async function refusalMessage(url: string): Promise<string> {
  const database = openDatabase({ url })
  try {
    return await assertServableDatabase(database.db).then(
      () => '',
      (error: Error) => error.message,
    )
  } finally {
    await database.close()
  }
}

describe.each(enginePairs)('from %s to %s', (from, to) => {
  let source: FreshDatabase
  let target: FreshDatabase
  beforeEach(async () => {
    source = await createMigrated(from)
    target = await createMigrated(to)
  })

  test('the target has every row, replays a key byte for byte, keeps the session, and takes payments', async () => {
    // The only target of these tests that the move itself migrates.
    target = await createEmpty(to)
    const order = payment({ customerEmail: 'ada@example.com' })
    await using app = await testApp({ fresh: source })
    const alice = await app.person()
    const paid = await pay(app, alice, 'order-1', order)
    expect(paid.status).toBe(201)
    await app.settle()
    const before = await contentOf(source.url)

    const moved = await runMove(app.world, ['--to', target.url], source)

    expect(moved).toMatchObject({ code: 0 })
    expect(moved.text).toMatch(/transactions: 1 rows, amounts \d+/)
    expect(moved.text).toContain(`merchant ${alice.merchant.id}: `)
    expect(moved.text.match(/invariants checked, 0 broken/g)).toHaveLength(2)
    expect(await contentOf(source.url)).toEqual(before)
    expect(await contentOf(target.url)).toEqual(before)

    await using other = await testApp({ fresh: target })
    const again = await pay(other, alice, 'order-1', order)
    expect([again.status, again.body]).toEqual([201, paid.body])
    expect((await pay(other, alice, 'order-2', order)).status).toBe(201)
    expect(await other.count('transactions')).toBe(2)
  })

  test('the source serves reads, refuses changes and a start, and accepts both after an abandoned move', async () => {
    await using app = await testApp({ fresh: source })
    const alice = await app.person()
    await pay(app, alice, 'order-1', payment())
    await runMove(app.world, ['--to', target.url], source)
    const before = await contentOf(source.url)

    const refused = await pay(app, alice, 'order-2', payment())
    const list = await alice.rest('GET', '/api/transactions')
    const signIn = await app.rest({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ email: alice.email, password: 'correct horse battery' }),
    })

    expect(refused.status).toBe(503)
    expect(refused.headers['retry-after']).toBeDefined()
    expect(signIn.status).toBe(503)
    expect(list.status).toBe(200)
    expect(await contentOf(source.url)).toEqual(before)
    expect(await refusalMessage(source.url)).toContain('were moved to')
    expect(await refusalMessage(target.url)).toBe('')

    expect(await runMove(app.world, ['--abandon'], source)).toMatchObject({ code: 0 })
    expect((await pay(app, alice, 'order-2', payment())).status).toBe(201)
    expect(await refusalMessage(source.url)).toBe('')
  })

  test('a request during the copy is refused, and is stored on neither side', async () => {
    await using app = await testApp({ fresh: source })
    const alice = await app.person()
    await pay(app, alice, 'order-1', payment())
    const before = await contentOf(source.url)
    const paying: Promise<{ status: number }>[] = []

    const moved = await runMove(app.world, ['--to', target.url], {
      ...source,
      onLine: (line) => {
        if (/rows copied in|^Comparing/.test(line)) {
          paying.push(pay(app, alice, `order-${paying.length + 2}`, payment()))
        }
      },
    })

    expect(moved).toMatchObject({ code: 0 })
    expect((await Promise.all(paying)).map(({ status }) => status)).toEqual([503, 503])
    expect(await contentOf(source.url)).toEqual(before)
    expect(await contentOf(target.url)).toEqual(before)
  })

  test('an interrupted move continues, and no server starts on a half-filled database', {
    timeout: 120_000,
  }, async () => {
    await using app = await testApp({ fresh: source })
    const alice = await app.person()
    await pay(app, alice, 'order-1', payment())
    const before = await contentOf(source.url)
    let attempts = 0
    let hasFinished = false

    while (!hasFinished) {
      attempts += 1
      let remainingLines = 1 + (attempts - 1) * LINES_MORE
      const moveOutcome = await runMove(app.world, ['--to', target.url], {
        ...source,
        onLine: () => {
          remainingLines -= 1
          if (remainingLines === 0) throw new Error('ended here')
        },
      }).catch((error: Error) => error.message)
      hasFinished = moveOutcome !== 'ended here'
      if (hasFinished) expect(moveOutcome).toMatchObject({ code: 0 })
      else if (attempts === 2) expect(await refusalMessage(target.url)).toContain('is being filled')
    }

    expect(attempts).toBeGreaterThan(runs(4, 2))
    expect(await contentOf(target.url)).toEqual(before)
    expect(await contentOf(source.url)).toEqual(before)
  })

  test('a move refuses a target that holds data, or that another move has begun to fill', async () => {
    await using app = await testApp({ fresh: source })
    await using other = await testApp({ fresh: await createMigrated(from) })
    await app.person()
    await other.person()
    const filledDatabase = await createMigrated(to)
    await using there = await testApp({ fresh: filledDatabase })
    await there.person()

    await expect(runMove(app.world, ['--to', filledDatabase.url], source)).rejects.toThrow(
      'is not empty',
    )
    await expect(runMove(app.world, ['--to', source.url], source)).rejects.toThrow('already')
    expect(await refusalMessage(source.url)).toBe('')

    const stop = () => {
      throw new Error('ended here')
    }
    const copies = (line: string) => (line.includes('rows copied in') ? stop() : undefined)
    const interruptedOptions = { ...source, onLine: copies }
    await expect(runMove(app.world, ['--to', target.url], interruptedOptions)).rejects.toThrow(
      'ended here',
    )
    const stranger = { url: other.world.config.databaseUrl }
    await expect(runMove(other.world, ['--to', target.url], stranger)).rejects.toThrow(
      'has not ended',
    )
    await expect(runMove(app.world, ['--to', filledDatabase.url], source)).rejects.toThrow(
      'has begun',
    )
    expect(await runMove(app.world, ['--to', target.url], source)).toMatchObject({ code: 0 })
  })

  test('a move there and back leaves every row unchanged', async () => {
    await using app = await testApp({ fresh: source })
    const alice = await app.person()
    await pay(app, alice, 'order-1', payment())
    await app.settle()
    const before = await contentOf(source.url)
    const returnTarget = await createMigrated(from)

    expect(await runMove(app.world, ['--to', target.url], source)).toMatchObject({ code: 0 })
    expect(await runMove(app.world, ['--to', returnTarget.url], target)).toMatchObject({ code: 0 })

    expect(await contentOf(returnTarget.url)).toEqual(before)
    await using again = await testApp({ fresh: returnTarget })
    expect((await pay(again, alice, 'order-2', payment())).status).toBe(201)
  })
})

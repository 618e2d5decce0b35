import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { migrateToLatest } from '#db/migrate.ts'
import type { MoveState } from '#server/core/ports/moving.ts'
import { lookAtMove } from '#server/services/operating/watch-move.ts'
import type { FreshDatabase } from '../support/database.ts'
import { payment } from '../support/make.ts'
import { contentOf, emptyDatabase, runMove, ways } from '../support/moving.ts'
import { spoil } from '../support/spoil.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

/** What the move says at the moment before everything is compared, after it, and when changes were taken over. */
const BEFORE_ALL = /^Comparing both sides/
const AFTER_ALL = /^Both sides were equal/
const TAKEN_OVER = /changes of \d+ rows taken over/
const CLOSED = 'Servers answer changes with 503'

const remove: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const each of remove.splice(0)) await each()
})

describe.each(ways)('from %s to %s', (from, to) => {
  let source: FreshDatabase
  let target: FreshDatabase
  let app: TestApp
  let ada: Person
  let moving: MoveState
  beforeEach(async () => {
    source = await emptyDatabase(from)
    target = await emptyDatabase(to)
    const database = openDatabase({ url: source.url })
    await migrateToLatest(database)
    await database.close()
    moving = { isReadOnly: false }
    app = await testApp({ fresh: source, deps: { moving } })
    remove.push(async () => app[Symbol.asyncDispose](), source.remove, target.remove)
    ada = await app.person()
    expect(await pay()).toBe(201)
  })

  const pay = async (): Promise<number> =>
    (await ada.rest('POST', '/api/transactions', payment({ customerEmail: 'ada@example.com' })))
      .status

  /** Runs the move; does each of these when the move first says what fits, one after the other. */
  const moveWhile = (...steps: [RegExp, () => void][]) =>
    runMove(app.world, ['--to', target.url], {
      ...source,
      onLine: (line) => {
        if (steps[0]?.[0].test(line)) steps.shift()?.[1]()
      },
    })

  const there = (text: string) => () => spoil(target.url, text)
  const here = (text: string) => () => spoil(source.url, text)
  const renamed = here(`update customers set name = 'Ada Bianchi'`)

  test('the table that is printed is of what was there in the end', async () => {
    const paying: Promise<number>[] = []
    const moved = await moveWhile([
      AFTER_ALL,
      () => {
        spoil(
          source.url,
          `update customers set name = 'Ada Bianchi'; delete from sign_in_attempts;
          insert into sign_in_attempts (key, failures, times, expires_at)
            values ('made', 1, '[]', '2027-01-01T00:00:00.000Z')`,
        )
        paying.push(pay())
      },
    ])
    expect(await Promise.all(paying)).toEqual([201])

    expect(moved).toMatchObject({ code: 0 })
    const content = await contentOf(target.url)
    expect(content).toEqual(await contentOf(source.url))
    const said = [...moved.text.matchAll(/^ {2}(\w+): ([\d,]+) rows(?:$|, amounts)/gm)]
    const counts = Object.entries(content).filter(([, rows]) => rows.length > 0)
    expect(said.map(([, name, rows]) => [name, Number(rows?.replaceAll(',', ''))])).toEqual(
      expect.arrayContaining(counts.map(([name, rows]) => [name, rows.length])),
    )
    const amounts = await app.db.selectFrom('transactions').select('amount').execute()
    const sum = amounts.reduce((all, { amount }) => all + amount, 0)
    expect(moved.text).toContain(`  transactions: 2 rows, amounts ${sum}\n`)
    expect(moved.text).toContain(`payments of ${sum}\n`)
    expect(moved.text).not.toContain('sign_in_attempts: 2')
  })

  test('what is wrong before the comparison closes nothing, and servers write on', async () => {
    const moved = await moveWhile([
      BEFORE_ALL,
      there('update transactions set amount = amount + 1'),
    ])

    expect(moved).toMatchObject({ code: 1 })
    expect(moved.text).toContain(`✗ transactions of ${ada.merchant.id}: 1 rows`)
    expect(moved.text).not.toContain(CLOSED)
    expect(await pay()).toBe(201)
  })

  test.each([
    ['changed', `update customers set name = 'Ada Rossj'`, /customers \{.*\}: not the same name/],
    ['deleted', 'delete from transaction_events', /transaction_events \{.*\}: only here/],
    [
      'added',
      `insert into sign_in_attempts (key, failures, times, expires_at)
        values ('stray', 1, '[]', '2027-01-01T00:00:00.000Z')`,
      /sign_in_attempts \{"key":"stray"\}: only there/,
    ],
  ])('a row that is %s in the target alone after the comparison', async (_, text, finding) => {
    const moved = await moveWhile([AFTER_ALL, there(text)])

    expect(moved).toMatchObject({ code: 1 })
    expect(moved.text).toMatch(finding)
    expect(moved.text).not.toContain('Ada Rossj')
    expect(await pay()).toBe(503)

    expect(await moveWhile()).toMatchObject({ code: 1 })
    expect(await runMove(app.world, ['--abandon'], source)).toMatchObject({ code: 0 })
    expect(await pay()).toBe(201)
  })

  test('a row that changed after the comparison, and was not taken over as it is', async () => {
    const moved = await moveWhile(
      [AFTER_ALL, renamed],
      [TAKEN_OVER, there(`update customers set name = 'Ada Bianchj'`)],
    )

    expect(moved).toMatchObject({ code: 1 })
    expect(moved.text).toMatch(/customers \{.*\}: not the same name/)
  })

  test.each([
    ['the source', here],
    ['the target', there],
  ])('changes that %s does not note are not taken for equal', async (_, side) => {
    const engine = side === here ? from : to
    const moved = await moveWhile(
      [
        AFTER_ALL,
        side(
          engine === 'sqlite'
            ? 'drop trigger move_note_customers_u'
            : 'drop trigger move_note_customers on customers',
        ),
      ],
      [/^Servers answer/, side(`update customers set name = 'Ada Rossj'`)],
    )

    expect(moved).toMatchObject({ code: 1 })
    expect(moved.text).toContain(
      `customers: changes were not noted ${side === here ? 'here' : 'there'}`,
    )
  })

  test('a source with the schema of an older release is refused, and nothing is changed', async () => {
    const newest = 'select max(name) from kysely_migration'
    spoil(source.url, `delete from kysely_migration where name = (${newest})`)

    await expect(moveWhile()).rejects.toThrow('the schema of an older release')
    expect(await pay()).toBe(201)
  })

  test('calls of the page and events of processors are put off too', async () => {
    expect(await moveWhile()).toMatchObject({ code: 0 })

    const posted = async (url: string) => {
      const { status, headers } = await app.rest({
        method: 'POST',
        url,
        headers: { cookie: ada.cookie, 'content-type': 'application/json' },
        payload: JSON.stringify(payment()),
      })
      return [status, headers['retry-after']]
    }
    // The database refuses before the server has seen that it is closed.
    expect(await posted('/trpc/transactions.create')).toEqual([503, '1'])
    await lookAtMove(app.db, moving)
    expect(await posted('/trpc/transactions.create')).toEqual([503, '5'])
    expect(await posted('/hooks/pac_01M88H08H1DHSM3VPC93V5ZCW8')).toEqual([503, '5'])
    expect(await contentOf(source.url)).toEqual(await contentOf(target.url))
  })
})

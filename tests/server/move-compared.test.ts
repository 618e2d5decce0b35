import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#db/database.ts'
import type { MoveState } from '#server/core/ports/move-state.ts'
import { displayUrlOf } from '#server/ops/move/target.ts'
import { refreshMoveState } from '#server/services/operating/watch-move.ts'
import type { FreshDatabase } from '../support/database.ts'
import { executeDirectly } from '../support/execute-directly.ts'
import { payment } from '../support/make.ts'
import { contentOf, enginePairs, migratedDatabase, runMove } from '../support/moving.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

/** The line that the move prints before it compares. */
const COMPARING_LINE = /^Comparing both sides/

const remove: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const each of remove.splice(0)) await each()
})

describe.each(enginePairs)('from %s to %s', (from, to) => {
  let source: FreshDatabase
  let target: FreshDatabase
  let app: TestApp
  let ada: Person
  let moveState: MoveState
  beforeEach(async () => {
    source = await migratedDatabase(from)
    target = await migratedDatabase(to)
    moveState = { isReadOnly: false }
    app = await testApp({ fresh: source, deps: { moving: moveState } })
    remove.push(async () => app[Symbol.asyncDispose](), source.remove, target.remove)
    ada = await app.person()
    expect(await pay()).toBe(201)
  })

  const pay = async (): Promise<number> =>
    (await ada.rest('POST', '/api/transactions', payment({ customerEmail: 'ada@example.com' })))
      .status

  /** Runs the move, and changes one side just before both are compared. */
  const move = (damage?: string, url = target.url) =>
    runMove(app.world, ['--to', target.url], {
      ...source,
      onLine: (line) => {
        if (damage && COMPARING_LINE.test(line)) executeDirectly(url, damage)
      },
    })

  test('the printed table has every table, its rows and their amounts', async () => {
    const moved = await move()

    expect(moved).toMatchObject({ code: 0 })
    const content = await contentOf(target.url)
    const rowCounts = [...moved.text.matchAll(/^ {2}(\w+): ([\d,]+) rows(?:$|, amounts)/gm)]
    const counts = Object.entries(content).filter(([, rows]) => rows.length > 0)
    expect(rowCounts.map(([, name, rows]) => [name, Number(rows?.replaceAll(',', ''))])).toEqual(
      counts.map(([name, rows]) => [name, rows.length]),
    )
    const amounts = await app.db.selectFrom('transactions').select('amount').execute()
    const sum = amounts.reduce((all, { amount }) => all + amount, 0)
    expect(moved.text).toContain(`  transactions: 1 rows, amounts ${sum}\n`)
    expect(moved.text).toContain(`payments of ${sum}\n`)
  })

  test.each([
    ['changed', 'update transactions set amount = amount + 1', 'transactions'],
    ['deleted', 'delete from auth_sessions', 'auth_sessions'],
    [
      'added',
      `insert into sign_in_attempts (key, failures, times, expires_at)
        values ('stray', 1, '[]', '2027-01-01T00:00:00.000Z')`,
      'sign_in_attempts',
    ],
  ])(
    'a row that is %s in the target alone is found, and the move is not completed',
    async (_, text, table) => {
      const moved = await move(text)

      expect(moved).toMatchObject({ code: 1 })
      expect(moved.text).toMatch(new RegExp(`✗ ${table}(?: of \\w+)?: \\d+ rows`))
      expect(moved.text).toContain('nothing was handed over')
      expect(await pay()).toBe(503)
      expect(await move()).toMatchObject({ code: 1 })

      expect(await runMove(app.world, ['--abandon'], source)).toMatchObject({ code: 0 })
      expect(await pay()).toBe(201)
    },
  )

  test.each([
    ['is given up', () => 'delete from database_moves', 'given up meanwhile'],
    [
      'lets changes in',
      () =>
        from === 'sqlite'
          ? 'drop trigger move_refuse_customers_update'
          : 'drop trigger move_refuse on customers',
      'took changes meanwhile',
    ],
  ])(
    'a move whose source %s while rows are copied is not completed',
    async (_, damage, message) => {
      const readOnlyState = { isReadOnly: false }

      await expect(move(damage(), source.url)).rejects.toThrow(message)

      const database = openDatabase({ url: target.url })
      await refreshMoveState(database.db, readOnlyState)
      await database.close()
      expect(readOnlyState).toEqual({ isReadOnly: true })
      expect(await runMove(app.world, ['--abandon'], source)).toMatchObject({ code: 0 })
      expect(await pay()).toBe(201)
    },
  )

  test('a move begun by an older release during writes is refused until it is abandoned', async () => {
    executeDirectly(
      source.url,
      `create table move_changes (seq integer primary key, table_name text not null, key text not null);
      insert into database_moves (side, id, other, state, began_at, changed_at)
        values ('from', 'old', '${displayUrlOf(target.url)}', 'closed', '2026-01-01', '2026-01-01')`,
    )

    await expect(move()).rejects.toThrow('An older release has begun this move')
    expect(await pay()).toBe(201)

    expect(await runMove(app.world, ['--abandon'], source)).toMatchObject({ code: 0 })
    expect(await move()).toMatchObject({ code: 0 })
  })

  test('a source with an older release’s schema is refused, and nothing is changed', async () => {
    const newest = 'select max(name) from kysely_migration'
    executeDirectly(source.url, `delete from kysely_migration where name = (${newest})`)

    await expect(move()).rejects.toThrow('the schema of an older release')
    expect(await pay()).toBe(201)
  })

  test('the page’s calls and processors’ events are refused with a retry time too', async () => {
    expect(await move()).toMatchObject({ code: 0 })

    const postStatus = async (url: string) => {
      const { status, headers } = await app.rest({
        method: 'POST',
        url,
        headers: { cookie: ada.cookie, 'content-type': 'application/json' },
        payload: JSON.stringify(payment()),
      })
      return [status, headers['retry-after']]
    }
    // The database refuses before the server has noticed that it is closed.
    expect(await postStatus('/trpc/transactions.create')).toEqual([503, '1'])
    await refreshMoveState(app.db, moveState)
    expect(await postStatus('/trpc/transactions.create')).toEqual([503, '30'])
    expect(await postStatus('/hooks/pac_01M88H08H1DHSM3VPC93V5ZCW8')).toEqual([503, '30'])
    expect(await contentOf(source.url)).toEqual(await contentOf(target.url))
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { pageOf } from '../../scripts/drill/report.mjs'
import { chosenRows, drillRows } from '../../scripts/drill/rows.mjs'
import { printTable, rowsOf, verdictOf } from '../../scripts/drill/table.mjs'
import { addFault, addFaults, describeFaults, runInParallel, tally } from '../support/drill.ts'

const clean = { tried: 5, wanted: 5, lost: 0, doubled: 0, leaked: 0, crashed: 0, selfTest: 1 }

describe('the rows of npm run drill', () => {
  test('a name refers to one row, or to a drill on both databases', () => {
    const drillNames = drillRows()

    expect([...chosenRows(drillNames, ['kill-sqlite']).keys()]).toEqual(['kill-sqlite'])
    expect([...chosenRows(drillNames, ['kill', 'disk']).keys()]).toEqual([
      'disk',
      'kill-postgres',
      'kill-sqlite',
    ])
    expect(chosenRows(drillNames)).toEqual(drillNames)
    expect(() => chosenRows(drillNames, ['kil'])).toThrow('There is no row kil.')
  })

  test('a drill declares whether it measures time', () => {
    const drillNames = drillRows()

    expect(drillNames.get('move')).toMatchObject({ measuresTime: true, database: 'postgres' })
    expect(drillNames.get('cards')).toMatchObject({ measuresTime: false, database: 'sqlite' })
  })

  test('an aborted drill is reported as failed, with its error', () => {
    const startedRow = { row: 'kill-sqlite', what: 'kill -9', wanted: 5 }
    const [row] = rowsOf([
      startedRow,
      { ...startedRow, notes: ['It broke off: Error: the server ended'] },
      { row: 'kill-sqlite', selfTest: 3 },
    ])

    expect(row && verdictOf(row)).toBe('failed: it did not come to its end')
    expect(row && pageOf([row])).toContain('It broke off: Error: the server ended')
  })

  test('a result that could not be fully checked is not reported as passed', () => {
    expect(verdictOf({ row: 'a', what: 'a', ...clean })).toBe('passed')
    expect(verdictOf({ row: 'a', what: 'a', ...clean, tried: 4 })).toBe('failed: 4 of 5')
    expect(verdictOf({ row: 'a', what: 'a', ...clean, leaked: 1 })).toBe('failed')
    expect(verdictOf({ row: 'a', what: 'a', ...clean, selfTest: 0 })).toMatch(
      'found no fault on a broken server',
    )
  })

  test('the page shows the commit of each row', () => {
    const rows = ['aaaa111', 'bbbb222'].map((commit) => ({
      row: commit,
      what: 'a',
      ...clean,
      commit,
    }))

    expect(pageOf(rows)).toMatch(/\| aaaa111 \|\n.*\| bbbb222 \|/)
  })

  test('a drill that fails lists its findings, then all its notes', () => {
    const found = tally({ notes: ['137 calls'] })
    addFault(
      found,
      'leaked',
      'GET /api/customers/{id} as staff with customers.id: 200 {"name":"Ada"}',
    )
    addFaults(found, 'crashed', ['webhooks.problems has no row', 'team.x has no row'])

    expect(describeFaults('tenants-sqlite', found)).toBe(
      'tenants-sqlite: {"tried":0,"lost":0,"doubled":0,"leaked":1,"crashed":2}\n' +
        '  leaked: GET /api/customers/{id} as staff with customers.id: 200 {"name":"Ada"}\n' +
        '  crashed: webhooks.problems has no row\n' +
        '  crashed: team.x has no row\n' +
        '  137 calls',
    )
  })

  test('the first of many findings are listed, with the number of the others', () => {
    const found = tally()
    for (let n = 1; n <= 1000; n++) addFault(found, 'crashed', `500 to request ${n}`)
    const lines = describeFaults('hostile-sqlite', found).split('\n')

    expect(lines).toHaveLength(42)
    expect(lines.at(1)).toBe('  crashed: 500 to request 1')
    expect(lines.at(-1)).toBe('  and 960 more, or the same again')
  })

  test('findings of several lanes are listed together', async () => {
    const found = await runInParallel(2, 2, async () => {
      const lane = tally({ tried: 1 })
      addFault(lane, 'lost', 'txn_1 is not stored')
      return lane
    })

    expect(found).toEqual(
      tally({ tried: 2, lost: 2, findings: Array(2).fill('lost: txn_1 is not stored') }),
    )
  })

  test('npm run drill prints the findings of a red row, and the page shows them', () => {
    const print = vi.spyOn(console, 'log').mockImplementation(() => {})
    const finding = 'crashed: team.x has no row in tests/calls.ts'
    const row = { row: 'tenants-sqlite', what: 'a', ...clean, crashed: 1, findings: [finding] }

    printTable([row])
    const printed = print.mock.calls.flat()
    print.mockRestore()

    expect(printed).toContain(`  tenants-sqlite: ${finding}`)
    expect(pageOf([row])).toContain(finding)
  })

  test('no drill counts a fault without a name', () => {
    const folder = fileURLToPath(new URL('../', import.meta.url))
    const files = [
      ...readdirSync(join(folder, 'drill')).map((name) => join(folder, 'drill', name)),
      join(folder, 'support/trouble-drill.ts'),
    ].filter((name) => name.endsWith('.ts'))
    const wrong = files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => /\bfound(?:\.(?:lost|doubled|leaked|crashed)|\[\w+\]) \+?= /.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )

    expect(wrong, 'count it by addFault()').toEqual([])
  })
})

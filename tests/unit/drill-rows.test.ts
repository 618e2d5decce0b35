import { describe, expect, test } from 'vitest'
import { pageOf } from '../../scripts/drill/report.mjs'
import { chosenRows, drillRows } from '../../scripts/drill/rows.mjs'
import { rowsOf, verdictOf } from '../../scripts/drill/table.mjs'
import { said, tally } from '../support/drill.ts'

const clean = { tried: 5, wanted: 5, lost: 0, doubled: 0, leaked: 0, crashed: 0, selfTest: 1 }

describe('the rows of npm run drill', () => {
  test('a name stands for one row, or for a drill on both databases', () => {
    const known = drillRows()

    expect([...chosenRows(known, ['kill-sqlite']).keys()]).toEqual(['kill-sqlite'])
    expect([...chosenRows(known, ['kill', 'disk']).keys()]).toEqual([
      'disk',
      'kill-postgres',
      'kill-sqlite',
    ])
    expect(chosenRows(known)).toEqual(known)
    expect(() => chosenRows(known, ['kil'])).toThrow('There is no row kil.')
  })

  test('a drill says itself whether it looks at the clock', () => {
    const known = drillRows()

    expect(known.get('kill-postgres')).toMatchObject({ inTime: true, database: 'postgres' })
    expect(known.get('cards')).toMatchObject({ inTime: false, database: 'sqlite' })
  })

  test('one that broke off is told as failed, with what it broke off with', () => {
    const began = { row: 'kill-sqlite', what: 'kill -9', wanted: 5 }
    const [row] = rowsOf([
      began,
      { ...began, notes: ['It broke off: Error: the server ended'] },
      { row: 'kill-sqlite', selfTest: 3 },
    ])

    expect(row && verdictOf(row)).toBe('failed: it did not come to its end')
    expect(row && pageOf([row])).toContain('It broke off: Error: the server ended')
  })

  test('a result that a machine could not fully check is not told as passed', () => {
    expect(verdictOf({ row: 'a', what: 'a', ...clean })).toBe('passed')
    expect(verdictOf({ row: 'a', what: 'a', ...clean, tried: 4 })).toBe('failed: 4 of 5')
    expect(verdictOf({ row: 'a', what: 'a', ...clean, leaked: 1 })).toBe('failed')
    expect(verdictOf({ row: 'a', what: 'a', ...clean, selfTest: 0 })).toMatch('would not notice')
  })

  test('the page names the commit of each row', () => {
    const rows = ['aaaa111', 'bbbb222'].map((commit) => ({
      row: commit,
      what: 'a',
      ...clean,
      commit,
    }))

    expect(pageOf(rows)).toMatch(/\| aaaa111 \|\n.*\| bbbb222 \|/)
  })

  test('a drill that fails says all that it noted', () => {
    const found = tally({
      crashed: 2,
      notes: ['webhooks.problems has no row', 'team.x has no row'],
    })

    expect(said('tenants-sqlite', found)).toBe(
      'tenants-sqlite: {"tried":0,"lost":0,"doubled":0,"leaked":0,"crashed":2}\n' +
        '  webhooks.problems has no row\n  team.x has no row',
    )
  })
})

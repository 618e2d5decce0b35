import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PARTS, wantedParts } from '../../scripts/lib/parts.mjs'

const all = ['check', 'postgres', 'contract', 'browser']

test('npm test without arguments does everything', () => {
  expect(wantedParts([])).toEqual({ parts: new Set(all), shard: undefined })
  expect(Object.keys(PARTS)).toEqual(all)
})

test('--only names one part or several', () => {
  expect([...wantedParts(['--only', 'postgres']).parts]).toEqual(['postgres'])
  expect([...wantedParts(['--only=check', '--only=contract']).parts]).toEqual(['check', 'contract'])
})

test('--shard takes a piece of the browser tests', () => {
  const { parts, shard } = wantedParts(['--only', 'browser', '--shard', '2/3'])

  expect([...parts]).toEqual(['browser'])
  expect(shard).toEqual({ index: 2, count: 3 })
})

test.each([
  [['--only', 'sqlite'], 'There is no part sqlite.'],
  [['--only', 'toString'], 'There is no part toString.'],
  [['--only', 'browser', '--shard', '3/2'], '--shard 3/2 is no part'],
  [['--only', 'browser', '--shard', '0/2'], '--shard 0/2 is no part'],
  [['--only', 'browser', '--shard', 'half'], '--shard half is no part'],
  [['--shard', '1/2'], '--shard goes with --only browser alone.'],
  [['--only', 'check', '--shard', '1/2'], '--shard goes with --only browser alone.'],
  [['--onyl', 'check'], '--onyl'],
  [['tests/unit/id.test.ts'], 'tests/unit/id.test.ts'],
])('%j ends with what is wrong and what there is', (args, message) => {
  expect(() => wantedParts(args)).toThrow(message)
  expect(() => wantedParts(args)).toThrow('npm test -- --only postgres')
})

test('CI runs every part once on Node 22, and the check on the other versions', () => {
  const workflow = readFileSync(new URL('../../.github/workflows/ci.yml', import.meta.url), 'utf8')
  const jobs = [...workflow.matchAll(/node: '([\d.]+)', part: (.+) \}$/gm)].map(
    ([, version = '', part = '']) => ({ version, ...wantedParts(part.split(' ')) }),
  )
  const on22 = jobs.filter(({ version }) => version === '22')

  expect(new Set(on22.flatMap(({ parts }) => [...parts]))).toEqual(new Set(all))
  expect(on22.filter(({ parts }) => !parts.has('browser'))).toHaveLength(3)
  const shards = on22.flatMap(({ shard }) => shard ?? [])
  expect(shards.map(({ index }) => index)).toEqual([1, 2])
  expect(shards.every(({ count }) => count === shards.length)).toBe(true)
  expect(
    jobs.filter(({ version }) => version !== '22').map(({ version, parts }) => [version, ...parts]),
  ).toEqual([
    ['20.19', 'check'],
    ['24', 'check'],
  ])
})

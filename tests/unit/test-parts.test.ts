import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PARTS, wantedParts } from '../../scripts/lib/testing/parts.mjs'

const all = ['check', 'postgres', 'contract', 'drills', 'browser']

test('npm test without arguments runs every part in the scope of a change', () => {
  expect(wantedParts([])).toEqual({ scope: 'change', parts: new Set(all), shard: undefined })
  expect(Object.keys(PARTS)).toEqual(all)
})

test('--all and --timed choose another scope', () => {
  expect(wantedParts(['--all', '--only', 'drills'])).toMatchObject({ scope: 'all' })
  expect(wantedParts(['--timed'])).toMatchObject({ scope: 'timed' })
})

test('--only selects one part or several', () => {
  expect([...wantedParts(['--only', 'postgres']).parts]).toEqual(['postgres'])
  expect([...wantedParts(['--only=check', '--only=contract']).parts]).toEqual(['check', 'contract'])
})

test('--shard takes a part of the browser tests', () => {
  const { parts, shard } = wantedParts(['--only', 'browser', '--shard', '2/3'])

  expect([...parts]).toEqual(['browser'])
  expect(shard).toEqual({ index: 2, count: 3 })
})

test.each([
  [['--only', 'sqlite'], 'There is no part sqlite.'],
  [['--only', 'toString'], 'There is no part toString.'],
  [['--only', 'browser', '--shard', '3/2'], '--shard 3/2 is not a part'],
  [['--only', 'browser', '--shard', '0/2'], '--shard 0/2 is not a part'],
  [['--only', 'browser', '--shard', 'half'], '--shard half is not a part'],
  [['--shard', '1/2'], '--shard goes with --only drills or --only browser alone.'],
  [
    ['--only', 'check', '--shard', '1/2'],
    '--shard goes with --only drills or --only browser alone.',
  ],
  [['--all', '--timed'], '--all and --timed exclude each other.'],
  [['--timed', '--only', 'browser'], '--timed has no parts.'],
  [['--onyl', 'check'], '--onyl'],
  [['tests/unit/id.test.ts'], 'tests/unit/id.test.ts'],
])('%j ends with the error and the valid options', (args, message) => {
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
  expect(on22.filter(({ shard }) => shard === undefined)).toHaveLength(3)
  for (const part of ['drills', 'browser']) {
    const shards = on22.flatMap(({ parts, shard }) => (parts.has(part) && shard ? [shard] : []))
    expect(shards).toEqual([
      { index: 1, count: 2 },
      { index: 2, count: 2 },
    ])
  }
  expect(
    jobs.filter(({ version }) => version !== '22').map(({ version, parts }) => [version, ...parts]),
  ).toEqual([
    ['20.19', 'check'],
    ['24', 'check'],
  ])
})

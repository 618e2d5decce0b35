import { beforeEach, expect, test, vi } from 'vitest'
import { reportOf, runChecks } from '../../scripts/lib/testing/checks.mjs'
import { vitest } from '../../scripts/lib/tools.mjs'

const failing = 'tests/support/failing/vitest.config.ts'
const printed = vi.spyOn(console, 'log').mockImplementation(() => {})

beforeEach(() => {
  printed.mockClear()
})

test('every failing test is listed with its file and message', async () => {
  const failures = await runChecks([
    [{ name: 'tests', work: () => vitest({ show: false, config: failing }), advice: 'Mend them.' }],
  ])

  const report = reportOf(failures)
  expect(report).toContain('5 failures:')
  for (const [file, name, message] of [
    ['sums.fails.ts', 'one and one are three', 'expected 2 to be 3'],
    ['sums.fails.ts', 'of lists > the sum of nothing is one', 'an empty list sums to nothing'],
    ['names.fails.ts', 'two lists are alike', '-   "x",'],
    ['names.fails.ts', 'with a hook', 'the hook did not get ready'],
    ['loading.fails.ts', '', 'this file cannot be loaded'],
  ] as const) {
    expect(report).toMatch(
      new RegExp(
        `✗ ${file} \\(failing\\)\\n *${name}(?:(?!✗)[^])*${message.replaceAll(/\W/g, '\\$&')}`,
      ),
    )
  }
  expect(report).toMatch(/sums\.fails\.ts:4\b/)
  expect(report).not.toContain('one and one are two')
  expect(report).toContain('Mend them.')
})

test('a failing check does not stop the others, and all are reported', async () => {
  const done: string[] = []
  const check = (name: string, failure?: string) => ({
    name,
    work: async () => {
      done.push(name)
      if (failure) throw new Error(failure)
    },
    advice: `Look at ${name}.`,
  })

  const failures = await runChecks([
    [check('format', 'one space too many'), check('lint'), check('types', 'no number')],
    [check('tests', 'two is not three')],
  ])

  expect(done).toEqual(['format', 'lint', 'types', 'tests'])
  expect(failures.map(({ name }) => name)).toEqual(['format', 'types', 'tests'])
  for (const message of ['one space too many', 'no number', 'two is not three', 'Look at types.']) {
    expect(reportOf(failures)).toContain(message)
  }
  expect(printed.mock.calls.flat().filter((line) => String(line).includes('✗'))).toHaveLength(3)
})

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { bin, inRoot } from './paths.mjs'
import { node } from './run.mjs'

export const format = () => node(bin.biome, ['check', '--colors=off', '.'])

export const lint = () => node(bin.oxlint, ['--deny-warnings'])

/** Checks types incrementally: a run reads only the files that changed since the last one, and their dependents. */
export const types = () =>
  node(bin.tsc, [
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    inRoot('node_modules/.cache/types'),
  ])

/** Runs `work` with the path of a temporary file. Returns the JSON written there, and the error if `work` fails. */
async function withJsonFile(work) {
  const folder = mkdtempSync(join(tmpdir(), 'incasso-test-'))
  const file = join(folder, 'result.json')
  try {
    const error = await work(file).then(
      () => undefined,
      (reason) => reason,
    )
    return { error, result: readJson(file) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Runs vitest. Returns `{ counts: { unit: { passed, failed, skipped }, … }, seconds: [{ project, file, ms }] }`.
 * Throws an error with both, and with all `failures`, when a test fails.
 * `named` is a pattern for the full names of the tests to run.
 */
export async function vitest({
  projects = [],
  files = [],
  named,
  shard,
  show = true,
  inParallel = true,
  isQuick = false,
  env = {},
  config = 'tests/vitest.config.ts',
} = {}) {
  const args = [
    'run',
    `--config=${config}`,
    '--reporter=default',
    `--reporter=${inRoot('scripts/lib/testing/vitest-counts.mjs')}`,
  ]
  for (const project of projects) args.push('--project', project)
  args.push(...files)
  if (named !== undefined) args.push('-t', named)
  if (shard !== undefined) args.push(`--shard=${shard.index}/${shard.count}`)
  if (!inParallel) args.push('--no-file-parallelism')
  const { error, result } = await withJsonFile((file) =>
    node(bin.vitest, args, {
      show,
      env: { ...env, TEST_COUNTS_FILE: file, ...(isQuick && { TEST_RUNS: 'quick' }) },
    }),
  )
  if (error) throw Object.assign(error, result)
  return result
}

/** Returns each browser test; its `status` is expected, unexpected or skipped, its `ms` the sum of its attempts. */
const browserTests = ({ suites = [], specs = [] }) => [
  ...suites.flatMap(browserTests),
  ...specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, projectName, results }) => ({
      project: projectName,
      file,
      name: title,
      status,
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
      errors: results.flatMap(({ errors }) =>
        // Removes the escape sequences with which Playwright colours differences.
        errors.map(({ message = '' }) => stripVTControlCharacters(message)),
      ),
    })),
  ),
]

/** Returns the milliseconds of each file of browser tests, all attempts included. */
function fileTimesOf(tests) {
  const ms = new Map()
  for (const test of tests) {
    const key = `${test.project} ${test.file}`
    const existing = ms.get(key) ?? { project: test.project, file: test.file, ms: 0 }
    ms.set(key, { ...existing, ms: existing.ms + test.ms })
  }
  return [...ms.values()]
}

/**
 * Runs the browser tests. Returns `{ counts: { browser: {…} }, seconds: [{ project, file, ms }] }`.
 * Throws an error with both, and with all `failures`, when a test fails.
 * Tests are not retried: a test that fails by chance has a defect.
 */
export async function playwright({ projects, workers, shard, env }) {
  const args = ['test', '-c', 'tests/e2e/playwright.config.ts', '--reporter=list,json']
  for (const project of projects) args.push(`--project=${project}`)
  if (workers !== undefined) args.push(`--workers=${workers}`)
  if (shard !== undefined) args.push(`--shard=${shard.index}/${shard.count}`)
  const { error, result } = await withJsonFile((file) =>
    node(bin.playwright, args, { show: true, env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file } }),
  )
  const stats = result?.stats
  const tests = browserTests(result ?? {})
  const found = {
    counts: stats && {
      browser: {
        passed: stats.expected,
        failed: stats.unexpected,
        skipped: stats.skipped,
      },
    },
    seconds: fileTimesOf(tests),
  }
  const failures = tests.filter(({ status }) => status === 'unexpected')
  if (error) throw Object.assign(error, found, { failures })
  return found
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { bin, inRoot } from './paths.mjs'
import { node } from './run.mjs'

export const format = () => node(bin.biome, ['check', '--colors=off', '.'])

export const lint = () => node(bin.oxlint, ['--deny-warnings'])

/** What a former run found is kept, so that only what changed since, and what hangs on it, is read. */
export const types = () =>
  node(bin.tsc, [
    '--noEmit',
    '--incremental',
    '--tsBuildInfoFile',
    inRoot('node_modules/.cache/types'),
  ])

/** Runs `work` with the name of a file that it may fill, and returns the JSON found there. */
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
 * Test counts by project: `{ unit: { passed, failed, skipped }, … }`. When a test failed it throws an
 * error with those `counts` and all `failures`.
 */
export async function vitest({
  projects = [],
  files = [],
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
    `--reporter=${inRoot('scripts/lib/vitest-counts.mjs')}`,
  ]
  for (const project of projects) args.push('--project', project)
  args.push(...files)
  if (!inParallel) args.push('--no-file-parallelism')
  const { error, result } = await withJsonFile((file) =>
    node(bin.vitest, args, {
      show,
      env: { ...env, TEST_COUNTS_FILE: file, ...(isQuick && { TEST_RUNS: 'quick' }) },
    }),
  )
  if (error) throw Object.assign(error, result)
  return result.counts
}

/** Each browser test as `{ file, name, status, errors }`; `status` is expected, unexpected, flaky or skipped. */
const browserTests = ({ suites = [], specs = [] }) => [
  ...suites.flatMap(browserTests),
  ...specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, projectName, results }) => ({
      project: projectName,
      file,
      name: title,
      status,
      errors: results.flatMap(({ errors }) =>
        // Without the escape sequences by which Playwright colours what differs.
        errors.map(({ message = '' }) => stripVTControlCharacters(message)),
      ),
    })),
  ),
]

/**
 * `{ passed, failed, skipped, shaky }` of the browser tests; when one failed it throws an error with those
 * `counts` and all `failures`. A page that shares a busy machine is now and then later than a test waits, so
 * each may be tried once more, and `shaky` says which needed it and why.
 */
export async function playwright({ project, workers, shard, env }) {
  const args = [
    'test',
    '-c',
    'tests/e2e/playwright.config.ts',
    `--project=${project}`,
    '--retries=1',
    '--reporter=list,json',
  ]
  if (workers !== undefined) args.push(`--workers=${workers}`)
  if (shard !== undefined) args.push(`--shard=${shard.index}/${shard.count}`)
  const { error, result } = await withJsonFile((file) =>
    node(bin.playwright, args, { show: true, env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file } }),
  )
  const stats = result?.stats
  const tests = browserTests(result ?? {})
  const withStatus = (wanted) => tests.filter(({ status }) => status === wanted)
  const counts = stats && {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    shaky: withStatus('flaky'),
  }
  if (error) throw Object.assign(error, { counts, failures: withStatus('unexpected') })
  return counts
}

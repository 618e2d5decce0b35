import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bin, inRoot } from './paths.mjs'
import { node } from './run.mjs'

export const format = () => node(bin.biome, ['format', '--colors=off', '.'])

export const lint = () => node(bin.oxlint, ['--deny-warnings'])

export const types = () => node(bin.tsc, ['--noEmit'])

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

/** Test counts by project: `{ unit: { passed, failed, skipped }, … }`; throws when a test failed. */
export async function vitest({ projects = [], files = [], show = true, inParallel = true } = {}) {
  const args = [
    'run',
    '--config=tests/vitest.config.ts',
    '--reporter=default',
    `--reporter=${inRoot('scripts/lib/vitest-counts.mjs')}`,
  ]
  for (const project of projects) args.push('--project', project)
  args.push(...files)
  if (!inParallel) args.push('--no-file-parallelism')
  const { error, result } = await withJsonFile((file) =>
    node(bin.vitest, args, { show, env: { TEST_COUNTS_FILE: file } }),
  )
  if (error) throw Object.assign(error, { counts: result })
  return result
}

/** `{ passed, failed, skipped }` of the browser tests; throws when one failed. */
export async function playwright({ project, workers, env }) {
  const args = [
    'test',
    '-c',
    'tests/e2e/playwright.config.ts',
    `--project=${project}`,
    '--reporter=list,json',
  ]
  if (workers !== undefined) args.push(`--workers=${workers}`)
  const { error, result } = await withJsonFile((file) =>
    node(bin.playwright, args, { show: true, env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: file } }),
  )
  const stats = result?.stats
  const counts = stats && {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }
  if (error) throw Object.assign(error, { counts })
  return counts
}

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Tests that passed and tests that failed, each named by its file and full title. */
export type SuiteResult = { passed: string[]; failed: { name: string; message: string }[] }

type Report = {
  testResults: {
    name: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** Longer than usual, because other tests share the machine and each statement takes one more network hop. */
const TEST_MS = 120_000

type InnerRun = {
  project: string
  files: readonly string[]
  /** Pattern of the tests' names; by default all tests of the files run. */
  named?: string
  /** Variables with the location of the databases, if they are not on a server of the run's own. */
  environment: Record<string, string>
}

/** Runs test files again in another environment: on a cluster, or through a pooler. */
export async function runInnerTests({
  project,
  files,
  named: testNamePattern,
  environment,
}: InnerRun): Promise<SuiteResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-inner-run-'))
  const output = path.join(folder, 'results.json')
  const args = [
    path.join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config=tests/vitest.config.ts',
    `--project=${project}`,
    `--testTimeout=${TEST_MS}`,
    '--reporter=json',
    `--outputFile=${output}`,
    ...(testNamePattern === undefined ? [] : ['-t', testNamePattern]),
    ...files,
  ]
  // Contains only what the inner test run needs, so that variables of the outer run cannot reach it.
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ...environment,
  }
  const runOutput = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: root, env, maxBuffer: 2 ** 28 }, (_, stdout, stderr) =>
      resolve(`${stdout}${stderr}`),
    )
  })
  try {
    return resultOf(JSON.parse(readFileSync(output, 'utf8')))
  } catch (error) {
    throw new Error(`the tests did not come to their end:\n${runOutput.slice(-2000)}`, {
      cause: error,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function resultOf({ testResults }: Report): SuiteResult {
  const result: SuiteResult = { passed: [], failed: [] }
  for (const { name, message, assertionResults } of testResults) {
    const file = path.relative(root, name)
    if (assertionResults.length === 0) {
      result.failed.push({ name: file, message: message ?? 'it has no test' })
    }
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status === 'passed') result.passed.push(`${file} ${fullName}`)
      if (status !== 'failed') continue
      const [first = ''] = (failureMessages[0] ?? '').split('\n')
      result.failed.push({ name: `${file} ${fullName}`, message: first })
    }
  }
  return result
}

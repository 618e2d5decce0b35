import { readdirSync } from 'node:fs'
import { addFault, drill, isFull, type Tally, tally } from '../support/drill.ts'
import { runInnerTests } from '../support/inner-run.ts'
import { singleServerTests } from '../support/single-server-tests.ts'

const coordinator = process.env.CITUS_URL ?? ''
const clusterEnvironment = { TEST_CITUS_URL: coordinator }

const testFilesIn = (folder: string) =>
  readdirSync(new URL(`../../${folder}`, import.meta.url))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`)

const quickFiles = ['tests/server/one-shard.test.ts', 'tests/server/create-payment.test.ts']
const listAllFiles = () => [
  ...testFilesIn('tests/server'),
  'tests/db/citus.test.ts',
  'tests/db/sharding.test.ts',
]

const exceptionFor = (name: string): string | undefined =>
  Object.keys(singleServerTests).find((why) =>
    singleServerTests[why]?.some((test) => name === `tests/server/${test}`),
  )

async function runIntegration(files: readonly string[], environment = {}): Promise<Tally> {
  const { passed, failed } = await runInnerTests({
    project: 'postgres',
    files,
    environment: { ...clusterEnvironment, ...environment },
  })
  const exceptions = failed.map(({ name }) => exceptionFor(name)).filter((why) => why !== undefined)
  const found = tally({
    tried: passed.length,
    notes: [
      `${passed.length} integration tests pass`,
      ...[...new Set(exceptions)].map(
        (why) => `${exceptions.filter((one) => one === why).length} do not: ${why}`,
      ),
    ],
  })
  for (const { name, message } of failed) {
    if (exceptionFor(name) === undefined)
      addFault(found, 'crashed', `${name}: ${message.slice(0, 200)}`)
  }
  // An exception that is no longer needed would hide the next fault.
  for (const name of passed) {
    if (exceptionFor(name) !== undefined)
      addFault(found, 'crashed', `${name} passes and is excepted`)
  }
  return found
}

async function runSharded(): Promise<Tally> {
  const found = await runIntegration(isFull ? listAllFiles() : quickFiles)
  const mixture = await runInnerTests({
    project: 'drill-postgres',
    files: ['tests/drill/mixture.test.ts'],
    named: '^mixture all',
    environment: { ...clusterEnvironment, DRILL: isFull ? 'full' : 'quick' },
  })
  found.notes.push(`the mixture ${mixture.passed.length === 1 ? 'passes' : 'does not pass'}`)
  for (const { message } of mixture.failed) addFault(found, 'crashed', `mixture: ${message}`)
  if (mixture.passed.length + mixture.failed.length === 0)
    addFault(found, 'crashed', 'no mixture was tried')
  return found
}

const fault = new URL('faults/undivided.mjs', import.meta.url).href

drill({
  row: 'sharded',
  what: 'the integration tests of the server, and the mixture, on a Citus cluster with the merchants spread over its nodes',
  quick: 20,
  full: 1500,
  only: 'postgres',
  lacks: coordinator === '' ? 'CITUS_URL names no cluster' : undefined,
  run: runSharded,
  selfTest: () => runIntegration(['tests/server/create-payment.test.ts'], { TEST_FAULT: fault }),
})

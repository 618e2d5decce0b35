import { readdirSync } from 'node:fs'
import { blame, drill, isFull, type Tally, tally } from '../support/drill.ts'
import { innerRun } from '../support/inner-run.ts'
import { oneServerTests } from '../support/one-server-tests.ts'

const coordinator = process.env.CITUS_URL ?? ''
const onCluster = { TEST_CITUS_URL: coordinator }

const inFolder = (folder: string) =>
  readdirSync(new URL(`../../${folder}`, import.meta.url))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`)

const few = ['tests/server/one-shard.test.ts', 'tests/server/create-payment.test.ts']
const all = () => [
  ...inFolder('tests/server'),
  'tests/db/citus.test.ts',
  'tests/db/sharding.test.ts',
]

const whyNot = (name: string): string | undefined =>
  Object.keys(oneServerTests).find((why) =>
    oneServerTests[why]?.some((test) => name === `tests/server/${test}`),
  )

async function integration(files: readonly string[], environment = {}): Promise<Tally> {
  const { passed, failed } = await innerRun({
    project: 'postgres',
    files,
    environment: { ...onCluster, ...environment },
  })
  const excepted = failed.map(({ name }) => whyNot(name)).filter((why) => why !== undefined)
  const found = tally({
    tried: passed.length,
    notes: [
      `${passed.length} integration tests pass`,
      ...[...new Set(excepted)].map(
        (why) => `${excepted.filter((one) => one === why).length} do not: ${why}`,
      ),
    ],
  })
  for (const { name, message } of failed) {
    if (whyNot(name) === undefined) blame(found, 'crashed', `${name}: ${message.slice(0, 200)}`)
  }
  // An exception that is no longer needed would hide the next fault.
  for (const name of passed) {
    if (whyNot(name) !== undefined) blame(found, 'crashed', `${name} passes and is excepted`)
  }
  return found
}

async function sharded(): Promise<Tally> {
  const found = await integration(isFull ? all() : few)
  const mixture = await innerRun({
    project: 'drill-postgres',
    files: ['tests/drill/mixture.test.ts'],
    named: '^mixture all',
    environment: { ...onCluster, DRILL: isFull ? 'full' : 'quick' },
  })
  found.notes.push(`the mixture ${mixture.passed.length === 1 ? 'passes' : 'does not pass'}`)
  for (const { message } of mixture.failed) blame(found, 'crashed', `mixture: ${message}`)
  if (mixture.passed.length + mixture.failed.length === 0)
    blame(found, 'crashed', 'no mixture was tried')
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
  run: sharded,
  selfTest: () => integration(['tests/server/create-payment.test.ts'], { TEST_FAULT: fault }),
})

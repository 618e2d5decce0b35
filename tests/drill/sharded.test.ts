import { readdirSync } from 'node:fs'
import { blame, drill, isFull, type Tally, tally } from '../support/drill.ts'
import { innerRun } from '../support/inner-run.ts'

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

/** Tests about one server of PostgreSQL and not about the product: what they do is not to be had of shards. */
const ofOneServer: Record<string, RegExp> = {
  'rows are damaged past the server, by what a coordinator does not pass on to shards or refuses':
    /(?:ledger-check|refund-invariants|link-invariants|import-invariants)\.test\.ts .*(?:found|finds)/,
  'who waits for a row is looked for at the coordinator, and waits at a worker':
    /(?:team\.test\.ts .*at once leave one|erasure\.test\.ts .*under way while its customer is erased|lock-order\.test\.ts .*falls due meanwhile)/,
  'rows or triggers are made by statements of the test that Citus refuses':
    /(?:sparse-customers|run-again)\.test\.ts /,
  'the plan of a queue is that of the coordinator, which names no index':
    /link-reminders\.test\.ts the queue is read by its own index/,
}

const whyOther = (name: string) =>
  Object.keys(ofOneServer).find((why) => ofOneServer[why]?.test(name))

async function integration(files: readonly string[], environment = {}): Promise<Tally> {
  const { passed, failed } = await innerRun({
    project: 'postgres',
    files,
    environment: { ...onCluster, ...environment },
  })
  const others = failed.filter(({ name }) => whyOther(name) !== undefined)
  const found = tally({
    tried: passed,
    notes: [
      `${passed} integration tests pass`,
      ...Object.keys(ofOneServer).flatMap((why) => {
        const count = others.filter(({ name }) => whyOther(name) === why).length
        return count === 0 ? [] : [`${count} do not: ${why}`]
      }),
    ],
  })
  for (const { name, message } of failed) {
    if (whyOther(name) === undefined) blame(found, 'crashed', `${name}: ${message.slice(0, 200)}`)
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
  found.notes.push(`the mixture ${mixture.passed === 1 ? 'passes' : 'does not pass'}`)
  for (const { message } of mixture.failed) blame(found, 'crashed', `mixture: ${message}`)
  if (mixture.passed + mixture.failed.length === 0) blame(found, 'crashed', 'no mixture was tried')
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

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { transformWithOxc } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scenarios } from '#sdk/rehearse/command.ts'
import { checkDueDisputes } from '#server/features/refunds/from-processor/check-disputes.ts'
import { settleRefunds } from '#server/features/refunds/settle-refunds.ts'
import { type RepeatedJob, repeat } from '#server/jobs/repeat.ts'
import { buildSdk } from '../../scripts/lib/sdk-package.mjs'
import { freePort } from '../support/free-port.ts'
import { keyCaller } from '../support/key.ts'
import { snippetsOf } from '../support/snippets.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const guide = new URL('../../docs/rehearse.md', import.meta.url)
const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`

let app: TestApp
let folder: string
let built: string
let environment: NodeJS.ProcessEnv
let settling: RepeatedJob

/** An endpoint with a fault rehearses all scenarios, or only the scenarios that it fails and some that it passes. */
const isFull = process.env.INCASSO_REHEARSE_ALL === '1'
const controls = ['paid', 'late', 'refund-twice']

/** Decides pending payments and refunds, and opens disputes, as the server's jobs do. */
const settleAll = () =>
  repeat('settle', {
    everyMs: 20,
    log: app.world.log,
    work: async () => {
      app.clock.advance(100)
      await app.settle()
      await settleRefunds(app.world)
      await checkDueDisputes(app.world)
    },
  })

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'incasso-rehearse-'))
  built = path.join(folder, 'node_modules/@incasso/sdk')
  mkdirSync(built, { recursive: true })
  await buildSdk(built)
  app = await testApp({ environment: { SANDBOX_SETTLEMENT_MS: '1000' } })
  const owner = await app.person()
  const { key } = await keyCaller(app, owner, { scopes: ['read', 'write', 'refund'] })
  const url = await app.app.listen({ host: '127.0.0.1', port: 0 })
  environment = { PATH: process.env.PATH, INCASSO_API_KEY: key.secret, INCASSO_URL: url }
  settling = settleAll()
})

afterAll(async () => {
  await settling.stop()
  await app[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

type StoryResult = { name: string; verdict: string; reason: string; page: string }
type Rehearsal = { code: number; results: StoryResult[]; stderr: string; junit: string }

async function runProgram(
  args: string[],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, args, { env: environment, cwd: folder })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}

/** Runs the guide's endpoint, with some of its code replaced, and rehearses against it. */
async function rehearse(
  changes: readonly (readonly [from: string, to: string])[] = [],
  { hasState = true, only = [] as string[] } = {},
): Promise<Rehearsal> {
  const [sample] = snippetsOf(guide).filter(({ language }) => language === 'ts')
  const port = await freePort()
  let code = sample?.code ?? ''
  for (const [from, to] of [
    ['whsec_…', secret],
    ['listen(4000)', `listen(${port}, '127.0.0.1')`],
    ...changes,
  ] as const) {
    if (!code.includes(from)) throw new Error(`The sample has no ${from}`)
    code = code.replace(from, to)
  }
  const file = path.join(folder, `endpoint-${port}.mjs`)
  writeFileSync(file, (await transformWithOxc(code, 'endpoint.ts')).code)
  const endpoint = spawn(process.execPath, [file], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const target = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(target).then(
      () => true,
      () => false,
    )
  await expect.poll(isReady).toBe(true)
  const junit = path.join(folder, `${port}.xml`)
  const state = hasState ? ['--state-url', `${target}/orders`] : []
  const chosen = only.flatMap((name) => ['--story', name])
  try {
    const ended = await runProgram([
      path.join(built, 'cli/main.js'),
      'rehearse',
      '--json',
      `--target=${target}/webhooks`,
      `--secret=${secret}`,
      `--junit-file=${junit}`,
      ...state,
      ...chosen,
    ])
    return {
      code: ended.code,
      stderr: ended.stderr,
      results: JSON.parse(ended.stdout).stories,
      junit: readFileSync(junit, 'utf8'),
    }
  } finally {
    endpoint.kill('SIGKILL')
    await once(endpoint, 'exit')
  }
}

const withVerdict = ({ results }: Rehearsal, verdict: string) =>
  results.filter((each) => each.verdict === verdict).map(({ name }) => name)

/** Rehearses against an endpoint with a fault: the scenarios that it should fail, and others. */
async function rehearseFault(
  changes: readonly (readonly [from: string, to: string])[],
  failed: readonly string[],
): Promise<Rehearsal> {
  const rehearsal = await rehearse(changes, { only: isFull ? [] : [...failed, ...controls] })

  expect(withVerdict(rehearsal, 'cannot_tell')).toEqual([])
  expect(rehearsal.results).toHaveLength(isFull ? 20 : failed.length + controls.length)
  expect(rehearsal.code).toBe(1)
  return rehearsal
}

const failing = (rehearsal: Rehearsal) => withVerdict(rehearsal, 'fail').toSorted()

describe('the endpoint of docs/rehearse.md', () => {
  test('passes all twenty scenarios', async () => {
    const rehearsal = await rehearse()

    expect(rehearsal.results.filter(({ verdict }) => verdict !== 'pass')).toEqual([])
    expect(rehearsal.results).toHaveLength(20)
    expect([rehearsal.code, rehearsal.stderr]).toEqual([0, ''])
    expect(rehearsal.junit).toContain('tests="20" failures="0" skipped="0"')
  })

  test('fails the scenarios of repetition when it delivers with each event', async () => {
    const rehearsal = await rehearseFault(
      [
        ['if (order.deliveries > 0) return', ''],
        ['if (isNew) handle(event)', 'handle(event)'],
      ],
      ['twice', 'twice-at-once', 'two-tabs'],
    )

    expect(failing(rehearsal)).toEqual(['twice', 'twice-at-once', 'two-tabs'])
    expect(rehearsal.junit).toContain('failures="3"')
    expect(rehearsal.junit).toMatch(/name="twice: .*<failure message="The order was paid 2/)
  })

  test('fails the forged scenarios when it does not verify', async () => {
    const rehearsal = await rehearseFault(
      [
        [
          'await verifyWebhook(await buffer(request), request.headers, secret)',
          "{ ...JSON.parse(String(await buffer(request))), id: request.headers['webhook-id'] }",
        ],
      ],
      ['old-timestamp', 'wrong-signature'],
    )

    expect(failing(rehearsal)).toEqual(['old-timestamp', 'wrong-signature'])
  })

  test('fails the scenarios of disputes, unknown types and failed refunds when it handles none', async () => {
    const rehearsal = await rehearseFault(
      [
        [
          'if (isNew) handle(event)',
          'if (!/^(payment|refund|customer)/.test(event.type)) throw new Error(event.type)\n    handle(event)',
        ],
        ['&& !hasFailed', ''],
      ],
      ['dispute', 'refund-fails-later', 'unknown-type'],
    )

    expect(failing(rehearsal)).toEqual(['dispute', 'refund-fails-later', 'unknown-type'])
  })

  test('leaves scenarios undecided without a URL of its state', async () => {
    const only = ['paid', 'wrong-signature', 'unknown-type']

    const rehearsal = await rehearse([], { hasState: false, only })

    expect(withVerdict(rehearsal, 'cannot_tell')).toEqual(['paid'])
    expect(withVerdict(rehearsal, 'pass')).toEqual(['wrong-signature', 'unknown-type'])
    expect(rehearsal.code).toBe(0)
    expect(rehearsal.junit).toContain('skipped="1"')
  })
})

test('an endpoint where nothing listens fails, and a live key is refused', async () => {
  const program = [path.join(built, 'cli/main.js'), 'rehearse', '--secret', secret]
  const target = ['--target', `http://127.0.0.1:${await freePort()}`, '--story', 'paid']

  const absent = await runProgram([...program, ...target])
  environment = { ...environment, INCASSO_API_KEY: `sk_live_${'x'.repeat(32)}` }
  const live = await runProgram([...program, ...target])

  expect([absent.code, absent.stdout]).toEqual([
    1,
    expect.stringContaining('nothing listens there'),
  ])
  expect([live.code, live.stderr]).toEqual([2, expect.stringContaining('key of test mode')])
})

test('each scenario is in the guide, and names a section of a page that exists', () => {
  const text = readFileSync(guide, 'utf8')
  const anchorOf = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-')

  for (const { name, page } of scenarios) {
    const [file = '', anchor] = page.split('#')
    const target = readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8')
    const anchors = [...target.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))
    expect(text).toContain(`\`${name}\``)
    expect(anchors, page).toContain(anchor)
  }
  expect(new Set(scenarios.map(({ name }) => name)).size).toBe(20)
})

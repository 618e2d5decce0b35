import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen } from '#sdk/cli/listen.ts'
import { type ProcessParts, run } from '#sdk/cli/run.ts'
import { verifyWebhook, type WebhookEvent } from '#sdk/incasso.ts'
import { LEASE_MS } from '#server/features/listeners/open-listener.ts'
import { removeListeners } from '#server/features/listeners/remove-listeners.ts'
import { buildSdk } from '../../scripts/lib/sdk-package.mjs'
import { dialect, freshDatabase } from '../support/database.ts'
import { openEventStream } from '../support/event-stream.ts'
import { freePort } from '../support/free-port.ts'
import { keyCaller, restWith } from '../support/key.ts'
import { payment } from '../support/make.ts'
import { runs } from '../support/runs.ts'
import { assertDocumented, runSnippet, snippetsOf } from '../support/snippets.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'

/** Kills of a listener, and of no other process. PostgreSQL gets few: the listener knows no database. */
const KILLS = dialect === 'sqlite' ? runs(200, 6) : 6
/** Replaces the ten seconds after which a listener says why nothing arrives. */
const SILENT_MS = 300

let app: TestApp
let owner: Person
let folder: string
let url: string
let key: string

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'incasso-cli-'))
  const modules = path.join(folder, 'node_modules')
  mkdirSync(path.join(modules, '@incasso/sdk'), { recursive: true })
  mkdirSync(path.join(modules, '.bin'))
  await buildSdk(path.join(modules, '@incasso/sdk'))
  symlinkSync('../@incasso/sdk/cli/main.js', path.join(modules, '.bin/incasso'))
  app = await testApp({ environment: { SANDBOX_SETTLEMENT_MS: '1' } })
  owner = await app.person()
  key = (await keyCaller(app, owner, { scopes: ['read', 'write', 'refund'] })).key.secret
  url = await app.app.listen({ host: '127.0.0.1', port: 0 })
})

afterAll(async () => {
  await app[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const wait = { timeout: 60_000 }

const main = () => path.join(folder, 'node_modules/@incasso/sdk/cli/main.js')

const environmentOf = (more: Record<string, string> = {}) => ({
  PATH: process.env.PATH,
  XDG_CONFIG_HOME: path.join(folder, 'config'),
  ...more,
})

const withKey = () => environmentOf({ INCASSO_API_KEY: key, INCASSO_URL: url })

type Run = { code: number; stdout: string; stderr: string }

/** The parts of a process that runs in this one, with everything that it prints. */
function partsOf(environment: NodeJS.ProcessEnv, input = '') {
  const printed = { stdout: '', stderr: '' }
  const parts: ProcessParts = {
    environment,
    input: Readable.from([input]),
    terminal: {
      out: (line) => {
        printed.stdout += `${line}\n`
      },
      error: (line) => {
        printed.stderr += `${line}\n`
      },
      now: () => app.clock.now(),
    },
    signal: new AbortController().signal,
    version: '1.2.3',
  }
  return { parts, printed }
}

/** Runs a command to its end in this process, which takes a tenth of the time of another one. */
async function incasso(
  args: string[],
  { environment = withKey(), input = '' }: { environment?: NodeJS.ProcessEnv; input?: string } = {},
): Promise<Run> {
  const { parts, printed } = partsOf(environment, input)
  const code = await run(args, parts)
  return { code, ...printed }
}

/** Runs the program of the package to its end, in a process of its own. */
async function program(args: string[], environment: NodeJS.ProcessEnv): Promise<Run> {
  const child = spawn(path.join(folder, 'node_modules/.bin/incasso'), args, { env: environment })
  child.stdin.end()
  const [code, stdout, stderr] = await Promise.all([
    once(child, 'close').then(([exitCode]) => exitCode),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, stdout, stderr }
}

describe('login', () => {
  test('stores a key that the server accepts, for its user alone, and commands use it', async () => {
    const environment = environmentOf()

    const stored = await incasso(['login', '--url', url], { environment, input: `${key}\n` })
    const used = await incasso(['payments', 'list'], { environment })

    expect(stored).toMatchObject({ code: 0, stderr: '' })
    const file = path.join(folder, 'config/incasso/credentials.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ key, url })
    expect(stored.stdout).not.toContain(key)
    expect(used.code).toBe(0)
  })

  test('refuses a key that the server does not know, and keeps the stored one', async () => {
    const environment = environmentOf()

    const refused = await incasso(['login', '--url', url], {
      environment,
      input: `sk_test_${'x'.repeat(32)}\n`,
    })
    const used = await incasso(['payments', 'list'], { environment })

    expect([refused.code, used.code]).toEqual([3, 0])
  })

  test('never sends a stored key to another server', async () => {
    const used = await incasso(['payments', 'list', '--url', 'http://127.0.0.1:9'], {
      environment: environmentOf(),
    })

    expect([used.code, used.stderr]).toEqual([2, expect.stringContaining('belongs to')])
  })
})

test.each([
  [['payments', 'list', '--colour', 'red'], 'colour'],
  [['payments', 'list', '--status', 'eaten'], '--status'],
  [['payments', 'pay'], 'payments list'],
  [['trigger', 'payment.eaten'], 'payment.completed'],
  [['listen', '--forward-to', 'nowhere'], '--forward-to'],
  [['rehearse', '--target', 'http://127.0.0.1:4000'], '--secret'],
  [['listen', '--url', 'http://pay.example.com'], 'https://'],
  [['listen', '--key', 'sk_test_1'], 'visible to others'],
  [['dance'], 'dance'],
])('%j is refused with exit code 2 and says why', async (args, reason) => {
  const { code, stdout, stderr } = await incasso(args)

  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(reason)
})

test('help and version need no key', async () => {
  const environment = environmentOf({ XDG_CONFIG_HOME: '/nonexistent' })

  const general = await incasso(['--help'], { environment })
  const listen = await incasso(['listen', '--help'], { environment })
  const version = await incasso(['--version'], { environment })

  expect([general.code, listen.code, version.code]).toEqual([0, 0, 0])
  expect(general.stdout).toContain('incasso rehearse --target URL')
  expect(listen.stdout).toContain('--forward-to URL')
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

describe.each([
  'payment.completed',
  'payment.failed',
  'payment.pending',
  'payment.authorized',
  'payment.requires_action',
  'customer.created',
  'refund.completed',
  'refund.created',
])('trigger %s', (type) => {
  test('causes that event', async () => {
    const stream = await openEventStream(url, key, { query: `?types=${type}` })
    await expect.poll(() => stream.messages.length, wait).toBe(1)

    const { code, stdout } = await incasso(['trigger', type, '--reference', 'R-7'])

    await expect.poll(() => stream.messages[1]?.data['type'], wait).toBe(type)
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${type}: `)])
    stream.close()
  })
})

test('payments are listed as a table and as JSON, and a name cannot move the cursor', async () => {
  await owner.api.transactions.create.mutate(payment({ customerName: 'Ugo Neri' }))

  const table = await incasso(['payments', 'list', '--limit', '2'])
  const json = await incasso(['payments', 'list', '--limit', '2', '--json'])

  expect(table.stdout.split('\n')[0]).toMatch(/^DATE +PAYMENT +AMOUNT +STATUS +CUSTOMER$/)
  expect(table.stdout).toContain('Ugo Neri')
  const rows = json.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(rows.map(({ customerName }) => customerName)).toHaveLength(2)
})

type Listener = { child: ChildProcess; output: () => string; secret: () => string | undefined }

function startListener(forwardTo: string, more: string[] = [], environment = withKey()): Listener {
  const args = [main(), 'listen', '--forward-to', forwardTo, ...more]
  const child = spawn(process.execPath, args, { env: environment, cwd: folder })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return { child, output: () => output, secret: () => /whsec_\S+/.exec(output)?.[0] }
}

const endOf = async ({ child }: Listener, signal: NodeJS.Signals) => {
  const ended = once(child, 'exit')
  child.kill(signal)
  return (await ended)[0]
}

describe('listen', () => {
  let receiver: Server
  let target: string
  let secret: string | undefined
  let events: WebhookEvent[]

  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      const body = await buffer(request)
      const event = await verifyWebhook(body, request.headers, secret ?? '').catch(() => undefined)
      if (event) events.push(event)
      response.writeHead(event ? 204 : 400).end()
    })
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook?shop=1`
    events = []
  })

  afterAll(() => receiver.close())

  const amounts = () =>
    events.flatMap((event) => (event.type === 'payment.completed' ? [event.data.amount] : []))

  test('forwards events with a genuine signature, and prints event, response and time', async () => {
    const listener = startListener(target, ['--events', 'payment.completed'])
    await expect.poll(listener.secret, wait).toBeDefined()
    secret = listener.secret()

    await owner.api.transactions.create.mutate(payment({ amount: '31.00' }))

    await expect.poll(amounts, wait).toEqual(['31.00'])
    await expect
      .poll(listener.output, wait)
      .toMatch(/\d\d:\d\d:\d\d {2}payment\.completed {2}evt_\w+ {2}→ 204 {2}\d+ ms/)
    expect(await endOf(listener, 'SIGINT')).toBe(0)
  })

  test(
    `${KILLS} kills of a listener lose no event, and leave no listener behind`,
    async () => {
      secret = `whsec_${Buffer.alloc(32, 4).toString('base64')}`
      events.length = 0
      const start = () => startListener(target, ['--secret', String(secret)])
      const paid: string[] = []
      for (let count = 0; count < KILLS; count++) {
        const listener = start()
        await expect.poll(listener.output, wait).toContain('Listening')
        const amount = `${count + 200}.00`
        await owner.api.transactions.create.mutate(payment({ amount }))
        paid.push(amount)
        // Every other kill comes while the listener receives the event, or before.
        if (count % 2 === 0) await expect.poll(amounts, wait).toContain(amount)
        await endOf(listener, 'SIGKILL')
      }
      const last = start()
      await expect.poll(() => [...new Set(amounts())].toSorted(), wait).toEqual(paid.toSorted())
      expect(last.output()).toContain('continues after a listener that was killed')
      await endOf(last, 'SIGKILL')
      const isUnread = async () =>
        (await app.db.selectFrom('webhookListeners').selectAll().execute()).every(
          ({ streamId }) => streamId === null,
        )
      await expect.poll(isUnread, wait).toBe(true)

      app.clock.advance(LEASE_MS)
      await removeListeners(app.world)

      expect(await app.count('webhookListeners')).toBe(0)
      expect(await app.count('listenerEvents')).toBe(0)
    },
    60_000 + KILLS * 10_000,
  )

  test(
    'connects again after its stream was cut, and loses no event',
    async () => {
      secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
      const listener = startListener(target, ['--secret', secret, '--events', 'payment.completed'])
      await expect.poll(listener.output, wait).toContain('Listening to test mode')
      events.length = 0
      const paid: string[] = []

      for (let count = 0; count < KILLS; count++) {
        app.app.server.closeAllConnections()
        const amount = `${count + 40}.00`
        await owner.api.transactions.create.mutate(payment({ amount }))
        paid.push(amount)
        await expect.poll(() => amounts().length, wait).toBeGreaterThanOrEqual(count + 1)
      }

      expect([...new Set(amounts())].toSorted()).toEqual(paid.toSorted())
      expect(listener.output()).toContain('listening again, no event lost')
      expect(listener.output()).not.toContain('are lost')
      expect(await endOf(listener, 'SIGTERM')).toBe(0)
    },
    60_000 + KILLS * 10_000,
  )

  test('survives a restart of the server, also with an event before it is back', async () => {
    const fresh = await freshDatabase()
    const first = await testApp({ fresh })
    const port = await freePort()
    const { secret: shopKey } = (await keyCaller(first, await first.person())).key
    await first.app.listen({ host: '127.0.0.1', port })
    secret = `whsec_${Buffer.alloc(32, 6).toString('base64')}`
    const listener = startListener(
      target,
      ['--secret', secret],
      environmentOf({ INCASSO_API_KEY: shopKey, INCASSO_URL: `http://127.0.0.1:${port}` }),
    )
    await expect.poll(listener.output, wait).toContain('Listening')
    events.length = 0

    await first[Symbol.asyncDispose]()
    const second = await testApp({ fresh })
    await restWith(second, shopKey)('POST', '/api/payments', payment({ amount: '77.00' }))
    await expect.poll(listener.output, wait).toContain('connection lost')
    await second.app.listen({ host: '127.0.0.1', port })

    await expect.poll(amounts, wait).toEqual(['77.00'])
    expect(listener.output()).toContain('listening again, no event lost')
    await endOf(listener, 'SIGTERM')
    await second[Symbol.asyncDispose]()
  })

  test.each([
    [
      'nothing has happened, and in which mode',
      undefined,
      /no event has occurred in test mode; the last payment is of .* live mode/,
    ],
    [
      'only events of other types came',
      ['refund.failed'],
      /events of other types did: .*payment\.completed\. Change --events/,
    ],
  ])('says after a silent time that %s', async (_, types, reason) => {
    const { parts, printed } = partsOf(withKey())
    const ending = new AbortController()
    const listening = listen(
      { key, url },
      {
        forwardTo: undefined,
        secret: undefined,
        types,
        isJson: false,
        signal: ending.signal,
        idleMs: SILENT_MS,
        environment: parts.environment,
      },
      parts.terminal,
    )
    await expect.poll(() => printed.stdout, wait).toContain('Listening')
    if (types) await owner.api.transactions.create.mutate(payment())

    await expect.poll(() => printed.stderr, wait).toMatch(reason)
    ending.abort()
    expect(await listening).toBe(0)
  })
})

test('the snippets of docs/listen.md print their documented output', async () => {
  const snippets = snippetsOf(new URL('../../docs/listen.md', import.meta.url))
  const project = path.join(folder, 'listen')
  mkdirSync(project)
  symlinkSync(path.join(folder, 'node_modules'), path.join(project, 'node_modules'))
  writeFileSync(path.join(project, 'package.json'), '{}')
  const replacements = {
    'npx incasso': `XDG_CONFIG_HOME='${project}' '${process.execPath}' '${main()}'`,
    'http://127.0.0.1:3000': url,
    'sk_test_…': key,
  }

  for (const snippet of snippets) {
    assertDocumented(snippet, await runSnippet(snippet, project, replacements))
  }

  expect(snippets.length).toBeGreaterThan(2)
})

test('the program of the package prints its version, and exits with the code of the command', async () => {
  const environment = environmentOf({
    INCASSO_API_KEY: `sk_test_${'x'.repeat(32)}`,
    INCASSO_URL: url,
  })

  const [version, misspelt, refused] = await Promise.all([
    program(['--version'], environment),
    program(['dance'], environment),
    program(['listen'], environment),
  ])

  expect([version.code, version.stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
  expect([misspelt.code, misspelt.stderr]).toEqual([2, expect.stringContaining('dance')])
  expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('key_unknown')])
})

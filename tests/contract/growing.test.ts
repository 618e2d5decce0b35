import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { freePort } from '../support/built-server.ts'
import { dialect, freshDatabase } from '../support/database.ts'
import { shellBlocks } from '../support/guide.ts'
import { signUp } from '../support/sign-up.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const guide = new URL('../../docs/growing.md', import.meta.url)
const [small = '', middle = '', large = ''] = shellBlocks(guide, 'What to run')

const secret = randomBytes(32).toString('base64')

/** Starts commands of the guide, which run until they are stopped. */
async function startCommands(commands: string, environment: Record<string, string>) {
  const fresh = await freshDatabase({ isMigrated: false })
  const child = spawn('bash', ['--norc', '-euc', commands], {
    cwd: root,
    // Creates a process group, so that one signal ends all its processes.
    detached: true,
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: fresh.url,
      SECRET_KEY: secret,
      LOG_LEVEL: 'warn',
      ...environment,
    },
    stdio: 'ignore',
  })
  return {
    [Symbol.asyncDispose]: async () => {
      const group = -Number(child.pid)
      if (child.exitCode === null) process.kill(group, 'SIGTERM')
      // The servers end later than the shell that started them.
      const isGroupGone = () => expect(() => process.kill(group, 0)).toThrow('ESRCH')
      await vi.waitFor(isGroupGone, { timeout: 60_000, interval: 50 })
      await fresh.remove()
    },
  }
}

async function isReady(port: string): Promise<void> {
  const ready = async () =>
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  await vi.waitFor(ready, { timeout: 60_000, interval: 100 })
}

async function assertPaymentWorks(
  port: string,
  headers: Record<string, string> = {},
): Promise<void> {
  const { secret: key } = await signUp(`http://127.0.0.1:${port}`)
  const response = await fetch(`http://127.0.0.1:${port}/api/payments`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      ...headers,
    },
    body: JSON.stringify({
      amount: '1.00',
      customerName: 'Ada Rossi',
      customerEmail: 'ada@example.com',
    }),
  })
  expect(response.status, await response.text()).toBe(201)
}

test.runIf(dialect === 'sqlite')(
  'the commands for 50 payments a day accept a payment',
  async () => {
    const port = String(await freePort())
    await using _ = await startCommands(small, { PORT: port })
    await isReady(port)
    await assertPaymentWorks(port)
  },
)

test.runIf(dialect === 'sqlite')(
  'the commands for 5,000 payments a day start the server in production',
  async () => {
    const port = String(await freePort())
    await using _ = await startCommands(middle, { PORT: port, ORIGIN: `http://127.0.0.1:${port}` })
    await isReady(port)
    await assertPaymentWorks(port)
  },
)

test.runIf(dialect === 'postgres')(
  'the commands for 500,000 payments a day start three processes',
  async () => {
    const ports = await Promise.all(
      [freePort(), freePort(), freePort()].map(async (each) => String(await each)),
    )
    const [one = '', two = '', worker = ''] = ports
    const localCommands = large
      .replace('DRAIN_MS=5000', 'DRAIN_MS=0')
      .replace('3001', one)
      .replace('3002', two)
      .replace('3003', worker)
    await using _ = await startCommands(localCommands, { ORIGIN: `http://127.0.0.1:${one}` })
    for (const port of ports) await isReady(port)
    await assertPaymentWorks(one)
    const workerResponse = await fetch(`http://127.0.0.1:${worker}/api/transactions`)
    expect(workerResponse.status, 'a worker answers no merchant').toBe(404)
    const webResponse = await fetch(`http://127.0.0.1:${two}/api/transactions`)
    expect(webResponse.status).toBe(401)
  },
)

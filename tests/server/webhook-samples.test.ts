import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { payment } from '../support/make.ts'
import { testApp } from '../support/test-app.ts'
import { deliverAll, eventsOf, setWebhookUrl } from '../support/webhooks.ts'

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const hasPython = (() => {
  try {
    execFileSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'])
    return true
  } catch {
    return false
  }
})()

type Sample = AsyncDisposable & { url: string; lines: () => string[] }

async function run(command: string, args: string[], secrets: string[]): Promise<Sample> {
  const child: ChildProcess = spawn(command, args, {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      WEBHOOK_SECRETS: secrets.join(','),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errorOutput = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    errorOutput += chunk
  })
  await expect
    .poll(() => (child.exitCode === null ? output : `ended: ${errorOutput}`), { timeout: 60_000 })
    .toMatch(/^listening \d+\n/)
  return {
    url: `http://127.0.0.1:${/\d+/.exec(output)?.[0]}/hook`,
    lines: () => output.trim().split('\n').slice(1),
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

const samples = [
  {
    name: 'TypeScript',
    start: (secrets: string[]) =>
      run(process.execPath, ['--import', 'tsx', file('docs/samples/webhook-receiver.ts')], secrets),
    isThere: true,
  },
  {
    name: 'Python',
    start: (secrets: string[]) =>
      run('python3', [file('docs/samples/webhook_receiver.py')], secrets),
    isThere: hasPython,
  },
]

for (const { name, start, isThere } of samples) {
  test.runIf(isThere)(
    `the sample receiver in ${name} accepts genuine events, once, and nothing else`,
    async () => {
      await using app = await testApp()
      // Receivers compare the timestamp with the real clock.
      app.clock.set(new Date().toISOString())
      const alice = await app.person()
      const { id, secret } = await setWebhookUrl(alice, 'http://127.0.0.1:49999/hook')
      await using sample = await start([secret])
      await setWebhookUrl(alice, sample.url)

      const paid = await alice.api.transactions.create.mutate(
        payment({ customerName: 'Ada Ròssi 𝕏' }),
      )
      await deliverAll(app)
      const events = await eventsOf(alice)
      expect(events.map(({ status }) => status)).toEqual(['success', 'success'])
      for (const event of events) {
        await alice.rest('POST', `/api/webhook-events/${event.id}/replay`, {})
      }
      await deliverAll(app)
      await expect.poll(() => sample.lines().length).toBe(2)
      expect(sample.lines().map((line) => JSON.parse(line))).toEqual(
        expect.arrayContaining([
          { type: 'customer.created', id: paid.customerId },
          { type: 'payment.completed', id: paid.id },
        ]),
      )

      const forged = await fetch(sample.url, {
        method: 'POST',
        headers: {
          'webhook-id': 'evt_forged',
          'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
          'webhook-signature': 'v1,AAAA',
        },
        body: '{"eventType":"payment.completed","data":{"id":"txn_forged"}}',
      })
      expect(forged.status).toBe(401)
      // Signed correctly, but dated ten minutes ago.
      app.clock.advance(-600_000)
      await alice.rest('POST', '/api/webhook-events/test', {})
      await deliverAll(app)
      app.clock.advance(600_000)
      expect((await eventsOf(alice)).filter(({ status }) => status === 'retry')).toHaveLength(1)
      // For a day after a rotation, receivers can still verify with the former secret.
      await alice.rest('POST', `/api/integrations/${id}/rotate-secret`, {})
      app.clock.advance(5000)
      await deliverAll(app)
      await expect.poll(() => sample.lines().length).toBe(3)
      expect(sample.lines().at(-1)).toContain('integration.test')
    },
  )
}

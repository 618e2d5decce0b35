import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { freePort, waitUntilReady } from '../support/built-server.ts'
import { execForm, imageEnvironment } from '../support/container-files.ts'
import { freshDatabase } from '../support/database.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns the program and arguments of an image command, with the `node` that runs the tests. */
const words = (name: 'CMD' | 'HEALTHCHECK'): [string, string[]] => {
  const [program, ...args] = execForm(name)
  expect(program).toBe('node')
  return [process.execPath, args]
}

const exitCodeOf = (file: string, args: string[], env: Record<string, string>): Promise<number> =>
  new Promise((resolve) => {
    execFile(file, args, { cwd: root, env }, (error) => resolve(Number(error?.code ?? 0)))
  })

test('the image’s commands start, report their health and exit, outside a container', async () => {
  const fresh = await freshDatabase({ isMigrated: false })
  const port = await freePort()
  const env = {
    ...imageEnvironment(),
    PORT: String(port),
    DATABASE_URL: fresh.url,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  }
  const isHealthy = async () => (await exitCodeOf(...words('HEALTHCHECK'), env)) === 0
  const [program, args] = words('CMD')
  const start = async (drainMs: number): Promise<ChildProcess> => {
    const server = spawn(program, args, {
      cwd: root,
      env: { ...env, DRAIN_MS: String(drainMs) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    await waitUntilReady(server, `http://127.0.0.1:${port}`)
    return server
  }

  expect(await isHealthy()).toBe(false)
  // The longest allowed, longer than these two requests take on any machine.
  const draining = await start(60_000)
  expect(await isHealthy()).toBe(true)
  draining.kill('SIGTERM')
  // A draining server still responds, but reports that it wants no more requests.
  await vi.waitFor(async () => expect(await isHealthy()).toBe(false), { timeout: 60_000 })
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  const killed = once(draining, 'exit')
  draining.kill('SIGKILL')
  await killed

  const server = await start(0)
  // A spare connection, as browsers open them, without a request.
  const spare = connect(port, '127.0.0.1')
  await once(spare, 'connect')
  spare.on('error', () => undefined)
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  expect((await ended)[0]).toBe(0)
  expect(await isHealthy()).toBe(false)
  await fresh.remove()
})

test('the image’s command reports a missing secret and exits', async () => {
  const fresh = await freshDatabase({ isMigrated: false })
  const env = { ...imageEnvironment(), PORT: '0', DATABASE_URL: fresh.url }

  const code = await exitCodeOf(...words('CMD'), env)

  expect(code).toBe(1)
  await fresh.remove()
})

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { freePort, ready } from '../support/built-server.ts'
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

test('the image’s commands start, tell their health and end, outside a container', async () => {
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

  expect(await isHealthy()).toBe(false)
  const server: ChildProcess = spawn(program, args, {
    cwd: root,
    env: { ...env, DRAIN_MS: '3000' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await ready(server, `http://127.0.0.1:${port}`)
  expect(await isHealthy()).toBe(true)

  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  // A draining server still responds, but reports that it wants no more requests.
  expect(await isHealthy()).toBe(false)
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
  expect((await ended)[0]).toBe(0)
  expect(await isHealthy()).toBe(false)
  await fresh.remove()
})

test('without its secret the image’s command says so and ends', async () => {
  const fresh = await freshDatabase({ isMigrated: false })
  const env = { ...imageEnvironment(), PORT: '0', DATABASE_URL: fresh.url }

  const code = await exitCodeOf(...words('CMD'), env)

  expect(code).toBe(1)
  await fresh.remove()
})

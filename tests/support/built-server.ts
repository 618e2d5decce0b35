import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, inject, vi } from 'vitest'
import { freshDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { onboarding } from './make.ts'
import { validateResponse } from './openapi-validator.ts'
import { poolerSettings } from './pooler.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A response of the built server. `json` parses the body, and throws when the body is not JSON. */
export type TestResponse = { status: number; headers: Headers; body: string; json: () => Json }
type Json = ReturnType<typeof JSON.parse>
/** Sends one request to the built server, with the credentials of one caller. */
export type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<TestResponse>

/** The server from `dist`, which runs in its own process. */
export type BuiltServer = AsyncDisposable & {
  url: string
  databaseUrl: string
  /** Sends without a cookie or key. */
  send: Send
  /** Signs up a person and, by default, onboards them. */
  person: (more?: { isOnboarded?: boolean }) => Promise<Send>
  /** Creates an API key of that person's merchant and returns a client that uses it. */
  program: (owner: Send, scopes?: string[]) => Promise<Send>
  /** Resident memory in MB. */
  memoryMb: () => number
}

/**
 * Starts the built server as it is shipped, in its own process, over real HTTP. Validates every API response against
 * the OpenAPI document.
 */
export async function startBuiltServer(
  environment: Record<string, string> = {},
): Promise<BuiltServer> {
  const fresh = await freshDatabase({ isMigrated: false })
  const pooler = inject('pooler')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['dist/server/server.js'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATABASE_URL: fresh.url,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      SANDBOX_SETTLEMENT_MS: '3600000',
      ...(pooler && poolerSettings(fresh.url, pooler)),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  await waitUntilReady(child, url)

  const sendWith =
    (credentials: Record<string, string>): Send =>
    async (method, path, body, headers = {}) => {
      const init: RequestInit = {
        method,
        headers: {
          ...credentials,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      }
      if (body !== undefined) init.body = JSON.stringify(body)
      const response = await fetch(url + path, init)
      const text = await response.text()
      const result = {
        status: response.status,
        headers: response.headers,
        body: text,
        json: (): Json => JSON.parse(text),
      }
      if (path.startsWith('/api/') && !path.startsWith('/api/auth/')) {
        const plain = Object.fromEntries(response.headers)
        validateResponse({ method, path, status: result.status, headers: plain, body: text })
      }
      return result
    }

  const send = sendWith({})
  let personCount = 0
  return {
    url,
    databaseUrl: fresh.url,
    send,
    person: async ({ isOnboarded = true } = {}) => {
      const email = `person${++personCount}@example.com`
      const signedUp = await send('POST', '/api/auth/sign-up/email', {
        email,
        password: 'correct horse battery',
        name: `Person ${personCount}`,
      })
      const cookie = signedUp.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ')
      const self = sendWith({ cookie })
      if (isOnboarded) {
        expect((await self('POST', '/api/merchant/onboarding', onboarding())).status).toBe(201)
      }
      return self
    },
    program: async (owner, scopes = ['read', 'write', 'refund', 'disputes', 'webhooks']) => {
      const created = await owner('POST', '/api/api-keys', { name: 'Shop', scopes })
      return sendWith({ authorization: `Bearer ${created.json().secret}` })
    },
    memoryMb: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
    },
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const [code] = await ended
      await fresh.remove()
      expect(code).toBe(0)
    },
  }
}

export { freePort }

/** Thrown when a server ended before it was ready. Contains its output and the signal that ended it. */
export class ServerEnded extends Error {
  readonly signal: NodeJS.Signals | null
  constructor(output: string, signal: NodeJS.Signals | null) {
    super(`the server ended:\n${output}`)
    this.signal = signal
  }
}

/** Waits until a started server answers its readiness check. Throws `ServerEnded` when the process ends before. */
export async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  await vi.waitFor(
    async () => {
      if (hasEnded()) return
      const { status } = await fetch(`${url}/readyz`)
      expect(status).toBe(200)
    },
    // Long, because other work may load the machine. Other tests measure how soon a server is ready.
    { timeout: 60_000, interval: 50 },
  )
  if (hasEnded()) throw new ServerEnded(output, child.signalCode)
}

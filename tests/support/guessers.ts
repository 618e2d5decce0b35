import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, vi } from 'vitest'
import type { KeepAliveClient, PlainResponse } from './keep-alive.ts'
import { type KillableServer, startKillableServer } from './killable-server.ts'
import { type MailServer, startMailServer } from './mail-server.ts'

/** The password of every person that `enrolAll` signs up. */
export const PASSWORD = 'correct horse battery'
export const WRONG_PASSWORD = 'wrong horse battery!!'

let addressCount = 0
/** Returns an IP address that has sent no request yet, for the header of a proxy. */
export const newIpAddress = (): string => {
  addressCount += 1
  return `198.${18 + ((addressCount >> 16) & 1)}.${(addressCount >> 8) & 255}.${addressCount & 255}`
}

/** Sends a call of the sign-in, by default from a new IP address. */
export const postAuth = (
  { send }: KeepAliveClient,
  call: string,
  { body, from = newIpAddress() }: { body: object; from?: string },
): Promise<PlainResponse> =>
  send({
    method: 'POST',
    path: `/api/auth${call}`,
    headers: { 'x-forwarded-for': from },
    body,
  })

/** Tries to sign in, by default with a wrong password and from a new IP address. */
export const signIn = (
  client: KeepAliveClient,
  email: string,
  password = WRONG_PASSWORD,
  from?: string,
) => postAuth(client, '/sign-in/email', { body: { email, password }, ...(from && { from }) })

/**
 * A server with rate limits, which reads the caller's IP address from a header. `advance` moves its clock; without
 * effect if a fault was given.
 */
export type RateLimitedServer = AsyncDisposable & {
  server: KillableServer
  mail: MailServer
  advance: (ms: number) => Promise<void>
}

/**
 * Starts a rate-limited server with mail. `fault` names a module in tests/drill/faults that breaks it; its clock is
 * then not movable.
 */
export async function startRateLimitedServer(fault?: string): Promise<RateLimitedServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-clock-'))
  const file = path.join(folder, 'ahead')
  const mail = await startMailServer()
  const server = await startKillableServer(
    { ...mail.environment, RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', CLOCK_FILE: file },
    { fault: fault ?? 'movable-clock' },
  )
  let aheadMs = 0
  return {
    server,
    mail,
    advance: async (ms) => {
      if (fault !== undefined) return
      aheadMs += ms
      writeFileSync(file, String(aheadMs))
      process.kill(server.pid(), 'SIGUSR2')
      await vi.waitFor(() => expect(readFileSync(`${file}.seen`, 'utf8')).toBe(String(aheadMs)), {
        timeout: 60_000,
        interval: 2,
      })
    },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await mail[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Signs up `count` people with confirmed e-mail addresses and `PASSWORD`. Returns their e-mail addresses. */
export async function enrolAll(
  client: KeepAliveClient,
  mail: MailServer,
  count: number,
): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, n) => `known${1000 + n}@example.com`)
  await Promise.all(
    emails.map(async (email) => {
      const body = { email, password: PASSWORD, name: 'Somebody' }
      const response = await postAuth(client, '/sign-up/email', { body })
      expect(response.status, response.body).toBe(200)
      const [link = ''] = /https?:\/\/\S+/.exec(await mail.mailTo(email)) ?? []
      const { pathname, search } = new URL(link)
      const verified = await client.send({ path: pathname + search })
      expect(verified.status, verified.body).toBe(302)
    }),
  )
  return emails
}
/** Processes the list, `atOnce` items at a time. */
export async function processInParallel<T>(
  list: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const items = [...list].values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of items) await work(item)
    }),
  )
}

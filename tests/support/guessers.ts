import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, vi } from 'vitest'
import type { KeepAlive, PlainAnswer } from './keep-alive.ts'
import { type KillableServer, killableServer } from './killable-server.ts'
import { type MailServer, mailServer } from './mail-server.ts'

export const PASSWORD = 'correct horse battery'
export const WRONG = 'wrong horse battery!!'

let addresses = 0
/** Returns an IP address that has sent no request yet, for the header of a proxy. */
export const elsewhere = (): string => {
  addresses += 1
  return `198.${18 + ((addresses >> 16) & 1)}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Sends a call of the sign-in, by default from a new IP address. */
export const postAuth = (
  { ask }: KeepAlive,
  call: string,
  { body, from = elsewhere() }: { body: object; from?: string },
): Promise<PlainAnswer> =>
  ask({
    method: 'POST',
    path: `/api/auth${call}`,
    headers: { 'x-forwarded-for': from },
    body,
  })

export const signIn = (client: KeepAlive, email: string, password = WRONG, from?: string) =>
  postAuth(client, '/sign-in/email', { body: { email, password }, ...(from && { from }) })

/** A server with rate limits behind a proxy, with mail and a clock that tests can advance. */
export type GuessedServer = AsyncDisposable & {
  server: KillableServer
  mail: MailServer
  advance: (ms: number) => Promise<void>
}

export async function guessedServer(fault?: string): Promise<GuessedServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-clock-'))
  const file = path.join(folder, 'ahead')
  const mail = await mailServer()
  const server = await killableServer(
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

/** Signs up people with confirmed e-mail addresses and a known password. */
export async function enrolAll(
  client: KeepAlive,
  mail: MailServer,
  count: number,
): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, n) => `known${1000 + n}@example.com`)
  await Promise.all(
    emails.map(async (email) => {
      const body = { email, password: PASSWORD, name: 'Somebody' }
      const answer = await postAuth(client, '/sign-up/email', { body })
      expect(answer.status, answer.body).toBe(200)
      const [link = ''] = /https?:\/\/\S+/.exec(await mail.mailTo(email)) ?? []
      const { pathname, search } = new URL(link)
      const verified = await client.ask({ path: pathname + search })
      expect(verified.status, verified.body).toBe(302)
    }),
  )
  return emails
}
/** Processes the list, `atOnce` items at a time. */
export async function together<T>(
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

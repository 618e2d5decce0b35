import type { Mail, Mailer } from '#server/core/ports/mailer.ts'
import { PASSWORD, type TestApp } from './test-app.ts'

type Post = { path: string; body: object; from?: string; headers?: Record<string, string> }

/** Sends a call of the sign-in from an IP address of the test's choice. */
export const postAuth = (app: TestApp, { path, body, from = '192.0.2.1', headers }: Post) =>
  app.rest({
    method: 'POST',
    url: `/api/auth${path}`,
    remoteAddress: from,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(body),
  })

/** A sign-in attempt, by default with the right password. */
export type Guess = { email: string; password?: string; from?: string; cookie?: string }

/** Tries to sign in with an e-mail address and a password. */
export const signIn = (app: TestApp, { email, password = PASSWORD, from, cookie }: Guess) =>
  postAuth(app, {
    path: '/sign-in/email',
    body: { email, password },
    ...(from && { from }),
    ...(cookie && { headers: { cookie } }),
  })

/** A password that no person in tests has. */
export const WRONG_PASSWORD = 'wrong horse battery'

let addressCount = 0
/** Returns an IP address that has sent no request yet. */
export const newIpAddress = (): string => {
  addressCount++
  return `198.18.${addressCount >> 8}.${addressCount & 255}`
}

/**
 * Sends wrong passwords, each from a new IP address, until the account is locked. Advances the clock by the required
 * delays. Returns each response's status and error code.
 */
export async function lockOut(app: TestApp, email: string, cookie?: string) {
  const answers: [number, string | undefined][] = []
  for (let i = 0; i < 10; i++) {
    const guess = await signIn(app, {
      email,
      password: WRONG_PASSWORD,
      from: newIpAddress(),
      cookie,
    })
    answers.push([guess.status, guess.json().code])
    if (i >= 4 && i < 9) app.clock.advance(1000 * 2 ** (i - 4))
  }
  return answers
}

/** A mailer that keeps its mails. `linkIn` returns the link in the mail at this index. */
export type Inbox = Mailer & { mails: Mail[]; linkIn: (index: number) => URL }

export function createInbox(): Inbox {
  const mails: Mail[] = []
  return {
    mails,
    send: async (mail) => {
      mails.push(mail)
    },
    linkIn: (index) => new URL(/https?:\/\/\S+/.exec(mails[index]?.text ?? '')?.[0] ?? ''),
  }
}

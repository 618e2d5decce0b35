import { randomInt } from 'node:crypto'
import type { SMTPServerOptions } from 'smtp-server'
import { type MailServer, startMailServer } from './mail-server.ts'

/** A mail that the server accepted. `isConfirmed` is true when it confirmed the mail to the sender. */
export type Acceptance = { messageId: string; at: number; isConfirmed: boolean }

export type FailingMailServer = MailServer & {
  accepted: Acceptance[]
  /** Stops the failures from now on. */
  recover: () => void
}

const MESSAGE_ID = /^Message-ID: <(\S+)@\S+>\r$/m

/** Out of a hundred mails: refused for now, left without a response, and accepted without a confirmation. */
const REFUSED = 15
const HUNG = 2
const UNCONFIRMED = 10

/** Starts a mail server that refuses mails, hangs, or accepts mails without a confirmation to the sender. */
export async function startFailingMailServer(): Promise<FailingMailServer> {
  const accepted: Acceptance[] = []
  let isFailing = true
  const onData: SMTPServerOptions['onData'] = (stream, _session, done) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const chance = isFailing ? randomInt(100) : 100
      if (chance < REFUSED) return done(Object.assign(new Error('later'), { responseCode: 451 }))
      if (chance < REFUSED + HUNG) return
      const isConfirmed = chance >= REFUSED + HUNG + UNCONFIRMED
      const [, messageId = ''] = MESSAGE_ID.exec(Buffer.concat(chunks).toString('utf8')) ?? []
      accepted.push({ messageId, at: performance.now(), isConfirmed })
      // Replies that the sender should try later, so the sender cannot know that the mail was accepted.
      done(isConfirmed ? null : Object.assign(new Error('lost'), { responseCode: 421 }))
    })
  }
  // Short, because the server must not wait for the connections that it lets hang.
  const server = await startMailServer({ onData, closeTimeout: 1000 })
  return {
    ...server,
    accepted,
    recover: () => {
      isFailing = false
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

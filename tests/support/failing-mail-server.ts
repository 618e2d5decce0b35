import { randomInt } from 'node:crypto'
import type { SMTPServerOptions } from 'smtp-server'
import { type MailServer, mailServer } from './mail-server.ts'

/** A mail that was taken, and what became of the answer that says so. */
export type Acceptance = { messageId: string; at: number; isAnswered: boolean }

export type FailingMailServer = MailServer & {
  accepted: Acceptance[]
  /** From now on it does as it should. */
  recover: () => void
}

const MESSAGE_ID = /^Message-ID: <(\S+)@\S+>\r$/m

/** Of a hundred mails so many are refused for now, never answered, or taken without a word about it. */
const REFUSED = 15
const HUNG = 2
const UNSAID = 10

/** A mail server that refuses, hangs, and takes mails whose senders never hear of it. */
export async function failingMailServer(): Promise<FailingMailServer> {
  const accepted: Acceptance[] = []
  let isFailing = true
  const onData: SMTPServerOptions['onData'] = (stream, _session, done) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const chance = isFailing ? randomInt(100) : 100
      if (chance < REFUSED) return done(Object.assign(new Error('later'), { responseCode: 451 }))
      if (chance < REFUSED + HUNG) return
      const isAnswered = chance >= REFUSED + HUNG + UNSAID
      const [, messageId = ''] = MESSAGE_ID.exec(Buffer.concat(chunks).toString('utf8')) ?? []
      accepted.push({ messageId, at: performance.now(), isAnswered })
      // What its sender hears is that it should try later, which is as good as nothing.
      done(isAnswered ? null : Object.assign(new Error('lost'), { responseCode: 421 }))
    })
  }
  // Those that it lets hang are not waited for.
  const server = await mailServer({ onData, closeTimeout: 1000 })
  return {
    ...server,
    accepted,
    recover: () => {
      isFailing = false
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

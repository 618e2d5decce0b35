import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { vi } from 'vitest'

export type TakenMail = {
  from: string
  to: string[]
  /** As it came. */
  source: string
  /** With what mail does to long lines undone. */
  text: string
  /** Who signed in to send it. */
  user: string | undefined
}

export type MailServer = AsyncDisposable & {
  port: number
  url: string
  /** Variables that make a server send its mail here. */
  environment: Record<string, string>
  taken: TakenMail[]
  /** The text of the newest mail to `address`, once `count` of them have come. */
  mailTo: (address: string, count?: number) => Promise<string>
}

/** A mail server on loopback that takes everything, also who sends it, unless the options say otherwise. */
export async function mailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const taken: TakenMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData: (stream, { envelope, user }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const source = Buffer.concat(chunks).toString('utf8')
        taken.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          source,
          text: source.replaceAll(/=\r\n/g, '').replaceAll('=3D', '='),
          user: typeof user === 'string' ? user : undefined,
        })
        done()
      })
    },
    ...options,
  })
  // Clients that hang up, or are killed while they send, are what some of the tests are about.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const url = `smtp://127.0.0.1:${port}`
  return {
    port,
    url,
    environment: { SMTP_URL: url, MAIL_FROM: 'Incasso <pay@example.com>' },
    taken,
    mailTo: (address, count = 1) =>
      vi.waitFor(
        () => {
          const mails = taken.filter(({ to }) => to.includes(address))
          const newest = mails.at(-1)
          if (!newest || mails.length < count) throw new Error(`no mail to ${address}`)
          return newest.text
        },
        { timeout: 60_000, interval: 20 },
      ),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

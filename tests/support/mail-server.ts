import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { vi } from 'vitest'

/** A mail that the mail server accepted. */
export type ReceivedMail = {
  from: string
  to: string[]
  /** Source as received. */
  source: string
  /** Source with the encoding of long lines and of equal signs undone. */
  text: string
  /** User who signed in to send the mail. */
  user: string | undefined
}

/** A mail server for tests. `taken` contains all accepted mails, oldest first. */
export type MailServer = AsyncDisposable & {
  port: number
  url: string
  /** Environment variables that make a server send its mail here. */
  environment: Record<string, string>
  taken: ReceivedMail[]
  /** Returns the text of the newest mail to `address`, once `count` of them have arrived. */
  mailTo: (address: string, count?: number) => Promise<string>
}

/** Starts a mail server on loopback that accepts every mail and every sender, unless the options change that. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
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
        received.push({
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
  // Ignored, because in some tests clients hang up or are killed while they send.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const url = `smtp://127.0.0.1:${port}`
  return {
    port,
    url,
    environment: { SMTP_URL: url, MAIL_FROM: 'Incasso <pay@example.com>' },
    taken: received,
    mailTo: (address, count = 1) =>
      vi.waitFor(
        () => {
          const mails = received.filter(({ to }) => to.includes(address))
          const newest = mails.at(-1)
          if (!newest || mails.length < count) throw new Error(`no mail to ${address}`)
          return newest.text
        },
        { timeout: 60_000, interval: 20 },
      ),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

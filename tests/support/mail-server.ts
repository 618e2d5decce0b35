import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { vi } from 'vitest'

export type MailServer = AsyncDisposable & {
  port: number
  /** The newest mail to somebody, once there are so many; with what mail does to long lines undone. */
  mailTo: (address: string, count: number) => Promise<string>
}

/** A mail server on loopback that takes everything, also who sends it. */
export async function mailServer(): Promise<MailServer> {
  const taken: { to: string; text: string }[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const text = Buffer.concat(chunks)
          .toString('utf8')
          .replaceAll(/=\r\n/g, '')
          .replaceAll('=3D', '=')
        for (const { address } of envelope.rcptTo) taken.push({ to: address, text })
        done()
      })
    },
  })
  // The server under test may die while it sends.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    mailTo: (address, count) =>
      vi.waitFor(
        () => {
          const mails = taken.filter(({ to }) => to === address)
          const newest = mails.at(-1)
          if (!newest || mails.length < count) throw new Error(`no mail to ${address}`)
          return newest.text
        },
        { timeout: 10_000, interval: 20 },
      ),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

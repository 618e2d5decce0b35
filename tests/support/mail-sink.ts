import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type MailSink = AsyncDisposable & {
  /** Variables that make a server send its mail here. */
  environment: Record<string, string>
  /** Links to this server, by whom they were sent to, as they came. */
  links: Map<string, string[]>
}

/** A mail server that takes everything and keeps the links. */
export async function mailSink(): Promise<MailSink> {
  const links = new Map<string, string[]>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const text = Buffer.concat(chunks)
          .toString('utf8')
          .replaceAll('=\r\n', '')
          .replaceAll('=3D', '=')
        const found = text.match(/https?:\/\/\S+/g) ?? []
        for (const { address } of envelope.rcptTo) {
          links.set(address, [...(links.get(address) ?? []), ...found])
        }
        done()
      })
    },
  })
  // Whoever hangs up is killed at the end of a drill.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    environment: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Incasso <pay@example.com>' },
    links,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

import { createTransport } from 'nodemailer'
import type { Config } from '#server/config/config.ts'
import { MailError, type Mailer } from '#server/core/ports/mailer.ts'

const TIMEOUT_MS = 10_000

/**
 * SMTP when it is configured. In development without it, mails are printed instead, so that their
 * links can be followed; elsewhere there is no mail.
 */
export function mailerOf(
  { smtp, environment }: Pick<Config, 'smtp' | 'environment'>,
  print: (text: string) => void,
): Mailer | undefined {
  if (smtp) return smtpMailer(smtp)
  return environment === 'development' ? printingMailer(print) : undefined
}

export function smtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport(
    {
      url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      dnsTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )
  const host = /@([^\s>@]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return {
    send: async ({ id, to, subject, text, html }, signal) => {
      // As an object, so that nothing in the address is read as a list of further ones.
      const mail = { to: { name: '', address: to }, subject, text, html, signal }
      await transport
        .sendMail({ ...mail, messageId: `<${id}@${host}>` })
        .catch((error: unknown) => {
          throw mailErrorOf(error)
        })
    },
  }
}

/** Its message would repeat what the server says, in which the recipient often stands. */
function mailErrorOf(error: unknown): MailError {
  const { code, responseCode }: { code?: unknown; responseCode?: unknown } = Object(error)
  const status = typeof responseCode === 'number' ? responseCode : undefined
  const word = typeof code === 'string' ? (words[code] ?? 'unknown') : 'unknown'
  // A wrong password is a 5xx too, but the operator's to mend: the mail itself was never looked at.
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  // Without a status it is an address to which nothing can be sent.
  if (status === undefined) return new MailError(word, { isFinal: code === 'EENVELOPE' })
  return new MailError(`${word} ${status}`, { isFinal: isAboutMail && status >= 500 })
}

/** What nodemailer calls it, in our words. */
const words: Record<string, string> = {
  EAUTH: 'login',
  EOAUTH2: 'login',
  ENOAUTH: 'login',
  ECONNECTION: 'connection',
  ECONNREFUSED: 'connection',
  ECONNRESET: 'connection',
  ESOCKET: 'connection',
  EDNS: 'no such host',
  ETLS: 'encryption',
  EREQUIRETLS: 'encryption',
  ETIMEDOUT: 'timeout',
  EENVELOPE: 'refused',
  EMESSAGE: 'refused',
  EPROTOCOL: 'protocol',
}

export const printingMailer = (print: (text: string) => void): Mailer => ({
  isPrinting: true,
  send: async ({ to, subject, text }) => {
    const lines = [`Mail to ${to}: ${subject}`, '', ...text.split('\n')]
    print(`\n${lines.map((line) => `  | ${line}`).join('\n')}\n`)
  },
})

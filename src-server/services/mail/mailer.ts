import { createTransport } from 'nodemailer'
import type { Config } from '#server/config/config.ts'
import { MailError, type Mailer } from '#server/core/ports/mailer.ts'

const TIMEOUT_MS = 10_000

/**
 * Returns the SMTP mailer if SMTP is configured. Without it, development prints mails, so that their links can be
 * opened; other environments have no mailer.
 */
export function createMailer(
  { smtp, environment }: Pick<Config, 'smtp' | 'environment'>,
  print: (text: string) => void,
): Mailer | undefined {
  if (smtp) return createSmtpMailer(smtp)
  return environment === 'development' ? createPrintingMailer(print) : undefined
}

export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
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
      // Pass an object, so that the e-mail address is never parsed as a list of several.
      const mail = { to: { name: '', address: to }, subject, text, html, signal }
      await transport
        .sendMail({ ...mail, messageId: `<${id}@${host}>` })
        .catch((error: unknown) => {
          throw toMailError(error)
        })
    },
  }
}

/** Converts an error without its message, which repeats the server's reply and so often the recipient. */
function toMailError(error: unknown): MailError {
  const { code, responseCode }: { code?: unknown; responseCode?: unknown } = Object(error)
  const status = typeof responseCode === 'number' ? responseCode : undefined
  const word = typeof code === 'string' ? (errorWords[code] ?? 'unknown') : 'unknown'
  // A wrong SMTP password is a 5xx too, but not final: the operator can fix it, and the mail was not judged.
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  // EENVELOPE without a status means an e-mail address to which nothing can be sent.
  if (status === undefined) return new MailError(word, { isFinal: code === 'EENVELOPE' })
  return new MailError(`${word} ${status}`, { isFinal: isAboutMail && status >= 500 })
}

/** Our words for nodemailer's error codes. */
const errorWords: Record<string, string> = {
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

export const createPrintingMailer = (print: (text: string) => void): Mailer => ({
  isPrinting: true,
  send: async ({ to, subject, text }) => {
    const lines = [`Mail to ${to}: ${subject}`, '', ...text.split('\n')]
    print(`\n${lines.map((line) => `  | ${line}`).join('\n')}\n`)
  },
})

import { createTransport } from 'nodemailer'
import type { Config } from '#server/config/config.ts'
import type { Mailer } from '#server/core/mailer.ts'

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
  return {
    send: async ({ to, subject, text }) => {
      // As an object, so that nothing in the address is read as a list of further ones.
      const mail = { to: { name: '', address: to }, subject, text }
      await transport.sendMail(mail).catch((error: unknown) => {
        throw new Error(`the mail server did not take a mail (${reasonOf(error)})`)
      })
    },
  }
}

/** Its message would repeat what the server says, in which the recipient often stands. */
function reasonOf(error: unknown): string {
  const known: { code?: unknown; responseCode?: unknown; command?: unknown } = Object(error)
  return [known.code, known.responseCode, known.command].filter(Boolean).join(' ') || 'unknown'
}

export const printingMailer = (print: (text: string) => void): Mailer => ({
  isPrinting: true,
  send: async ({ to, subject, text }) => {
    const lines = [`Mail to ${to}: ${subject}`, '', ...text.split('\n')]
    print(`\n${lines.map((line) => `  | ${line}`).join('\n')}\n`)
  },
})

import type { Mail, Mailer } from '#server/core/ports/mailer.ts'

/** Returns a mailer whose sends do not complete until the test calls `completeSends`. */
export function createDelayedMailer() {
  const sent: Mail[] = []
  const waiting: (() => void)[] = []
  const mailer: Mailer = {
    send: (mail) =>
      new Promise((resolve) => {
        sent.push(mail)
        waiting.push(resolve)
      }),
  }
  const completeSends = () => {
    for (const deliver of waiting.splice(0)) deliver()
  }
  return { sent, mailer, completeSends }
}

import type { Mail, Mailer } from '#server/core/ports/mailer.ts'
import type { TestApp } from './test-app.ts'
import { goLive } from './two-books.ts'

/** Keeps what is mailed, in the order in which it went. */
export function postbox() {
  const sent: Mail[] = []
  const mailer: Mailer = {
    send: async (mail) => {
      sent.push(mail)
    },
  }
  return { sent, mailer }
}

/** A live book in which a link can be paid by transfer. */
export async function liveShop(app: TestApp) {
  const owner = await app.person({ timezone: 'Europe/Rome' })
  const { live } = await goLive(app, owner)
  const bank = { iban: 'IT60X0542811101000000123456', holder: 'Bar' }
  await live.api.processorAccounts.connectTransfer.mutate(bank)
  return live
}

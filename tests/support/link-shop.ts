import type { Mail, Mailer } from '#server/core/ports/mailer.ts'
import type { TestApp } from './test-app.ts'
import { goLive } from './two-modes.ts'

/** Returns a mailer and the list of its mails, in the order of sending. */
export function createRecordingMailer() {
  const sent: Mail[] = []
  const mailer: Mailer = {
    send: async (mail) => {
      sent.push(mail)
    },
  }
  return { sent, mailer }
}

/**
 * Creates a merchant in live mode whose payment links can be paid by bank transfer. Returns its owner, in live mode.
 */
export async function createLiveShop(app: TestApp) {
  const owner = await app.person({ timezone: 'Europe/Rome' })
  const { live } = await goLive(app, owner)
  const bank = { iban: 'IT60X0542811101000000123456', holder: 'Bar' }
  await live.api.processorAccounts.connectTransfer.mutate(bank)
  return live
}

import type { Mail, Mailer } from '#server/core/ports/mailer.ts'
import type { DisputeAtProcessor } from '#server/core/ports/processor.ts'
import { mailNotices } from '#server/features/notices/mail-notices.ts'
import { recordRefundsAndDisputes } from '#server/features/refunds/from-processor/record-refunds-and-disputes.ts'
import { payment } from './make.ts'
import { type Person, type TestApp, testApp } from './test-app.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** Returns a mailer and its mails, in which non-breaking spaces are replaced by spaces. */
function createReadableMailer() {
  const sent: Mail[] = []
  const readable = (text: string) => text.replaceAll('\u00A0', ' ')
  const mailer: Mailer = {
    send: async ({ subject, text, ...mail }) => {
      sent.push({ ...mail, subject: readable(subject), text: readable(text) })
    },
  }
  return { sent, mailer }
}

/** Creates an app whose mails are recorded, and its first merchant. */
export async function createNoticeShop(timezone = 'Europe/Rome') {
  const { sent, mailer } = createReadableMailer()
  const app = await testApp({ mailer })
  const owner = await app.person({ timezone })
  await app.idle()
  sent.length = 0
  return {
    app,
    owner,
    sent,
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

/** Takes a payment of 80.00 EUR that succeeds, and returns its row. */
export async function takePayment(app: TestApp, person: Person) {
  const { id } = (
    await person.rest('POST', '/api/payments', payment({ amount: '80.00', currency: 'EUR' }))
  ).json()
  return app.db
    .selectFrom('transactions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

type Payment = Awaited<ReturnType<typeof takePayment>>

/** Records the state of a payment's dispute, as read from its processor. */
export const recordDispute = (
  app: TestApp,
  row: Payment,
  { dueAt, ...state }: Partial<DisputeAtProcessor> & { dueAt?: string | null },
) =>
  recordRefundsAndDisputes(app.world, row, {
    refunds: [],
    disputes: [
      {
        ref: `dp_${row.id}`,
        kind: 'dispute',
        status: 'needs_response',
        amount: 8000,
        reason: 'fraudulent',
        category: 'fraudulent',
        networkReason: null,
        fee: null,
        isRefundable: false,
        hasEvidence: false,
        evidenceDueMs: dueAt ? Date.parse(dueAt) : null,
        openedAtMs: app.clock.now(),
        ...state,
      },
    ],
  })

/** Runs the job of notices and sends the queued mails. */
export async function mailAll(app: TestApp): Promise<void> {
  await mailNotices(app.world)
  await app.idle()
}

/** Advances the clock in steps of an hour, and mails what is due at each. */
export async function passHours(app: TestApp, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour++) {
    app.clock.advance(HOUR_MS)
    await mailAll(app)
  }
}

/** Returns a person's notices as `kind status`, the newest first. */
export const listNotices = async (person: Person): Promise<string[]> =>
  (await person.api.notices.list.query({})).data.map(({ kind, status }) => `${kind} ${status}`)

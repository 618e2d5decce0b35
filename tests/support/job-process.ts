import type { World } from '#server/core/context.ts'
import { sendDueResponses } from '#server/features/disputes/responses/send-responses.ts'
import { mailNotices } from '#server/features/notices/mail-notices.ts'
import { remindCustomers } from '#server/features/payment-links/mails/remind-customers.ts'
import { recordRefundsAndDisputes } from '#server/features/refunds/from-processor/record-refunds-and-disputes.ts'
import { openJobWorld } from './job-world.ts'

/**
 * Runs as a separate process: does a job's work that is due at an instant. It kills itself before the given occurrence
 * of a statement that matches the pattern. Without a pattern, it ends by itself.
 */
const [job = '', url = '', nowMs = '0', pattern = '', occurrence = '1', stripeUrl = ''] =
  process.argv.slice(2)

/** Records that the payment in the database is disputed, as a processor's event would. */
async function openDispute(world: World): Promise<void> {
  const row = await world.db.selectFrom('transactions').selectAll().executeTakeFirstOrThrow()
  const evidenceDueMs = world.now() + 20 * 24 * 60 * 60_000
  const fact = {
    ref: 'dp_1',
    kind: 'dispute',
    status: 'needs_response',
    amount: row.amount,
  } as const
  const dispute = {
    ...fact,
    reason: null,
    category: 'general',
    networkReason: null,
    fee: null,
    isRefundable: false,
    hasEvidence: false,
    evidenceDueMs,
    openedAtMs: world.now(),
  } as const
  await recordRefundsAndDisputes(world, row, { refunds: [], disputes: [dispute] })
}

const jobs: Record<string, (world: World) => Promise<unknown>> = {
  reminders: remindCustomers,
  notices: mailNotices,
  dispute: openDispute,
  answers: sendDueResponses,
}

let remaining = Number(occurrence)
const killPattern = new RegExp(pattern, 'i')
const onStatement = (text: string) => {
  if (pattern === '' || !killPattern.test(text)) return
  remaining -= 1
  if (remaining === 0) process.kill(process.pid, 'SIGKILL')
}

const { world, database } = openJobWorld({
  url,
  now: () => Number(nowMs),
  onStatement,
  environment: {
    ...(stripeUrl && { STRIPE_API_URL: stripeUrl }),
    PAYPAL_API_URL: process.env.PAYPAL_API_URL,
  },
  // This process only queues mails; another one sends them.
  mailer: { send: () => Promise.reject(new Error('nothing is sent here')) },
})
const work = jobs[job]
if (!work) throw new Error(`there is no job ${job}`)
await work(world)
await database.close()

import type { World } from '#server/core/context.ts'
import { sendDueResponses } from '#server/features/disputes/responses/send-responses.ts'
import { remindCustomers } from '#server/features/payment-links/mails/remind-customers.ts'
import { openJobWorld } from './job-world.ts'

/**
 * Runs as a separate process: does a job's work that is due at an instant. It kills itself before the given occurrence
 * of a statement that matches the pattern. Without a pattern, it ends by itself.
 */
const [job = '', url = '', nowMs = '0', pattern = '', occurrence = '1', stripeUrl = ''] =
  process.argv.slice(2)

const jobs: Record<string, (world: World) => Promise<unknown>> = {
  reminders: remindCustomers,
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
  environment: { ...(stripeUrl && { STRIPE_API_URL: stripeUrl }) },
  // This process only queues mails; another one sends them.
  mailer: { send: () => Promise.reject(new Error('nothing is sent here')) },
})
const work = jobs[job]
if (!work) throw new Error(`there is no job ${job}`)
await work(world)
await database.close()

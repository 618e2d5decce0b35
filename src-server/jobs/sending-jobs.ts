import { setTimeout as wait } from 'node:timers/promises'
import type { World } from '../core/context.ts'
import type { MoveState } from '../core/ports/move-state.ts'
import type { WorldParts } from '../core/world.ts'
import { DeliveryWorker } from '../features/webhooks/delivery-worker.ts'
import { takeCustomerMailAllowance } from '../services/identity/throttle/mail-allowances.ts'
import { MailWorker } from '../services/mail/mail-worker.ts'
import { type RepeatedJob, repeat } from './repeat.ts'

const DELIVER_EVERY_MS = 250
const DELIVERED_WITHIN_MS = 3000
/** Interval for retried mails and mails of other processes; a new mail of this process wakes the job at once. */
const MAIL_EVERY_MS = 1000

/** Returns the job that delivers webhooks. Stopping it waits a moment for deliveries in progress. */
export function deliverWebhooks(world: World, moving: MoveState): RepeatedJob {
  const worker = new DeliveryWorker({ world, random: Math.random })
  const { log } = world
  const stopping = new AbortController()
  let hasRecovered = false
  const deliveryJob = repeat('deliver-webhooks', {
    everyMs: DELIVER_EVERY_MS,
    log,
    moving,
    work: async () => {
      if (!hasRecovered) await worker.recover()
      hasRecovered = true
      await worker.deliverDue(stopping.signal)
    },
  })
  return {
    stop: async () => {
      stopping.abort()
      await deliveryJob.stop()
      // An endpoint that hangs must not delay the stop: its event is retried once its lease has expired.
      await Promise.race([worker.idle(), wait(DELIVERED_WITHIN_MS)])
    },
  }
}

/** Returns the job that sends mails, which stops like the webhook job. Without a mail server no mail is queued. */
export function sendMails(
  { mailSignal: wakeSignal, moving }: Pick<WorldParts, 'mailSignal'> & { moving: MoveState },
  world: World,
): RepeatedJob[] {
  const { log, mailer } = world
  if (!mailer) return []
  const worker = new MailWorker({
    world,
    mailer,
    random: Math.random,
    maySend: takeCustomerMailAllowance(world),
  })
  const stopping = new AbortController()
  let hasRecovered = false
  const mailJob = repeat('send-mails', {
    everyMs: MAIL_EVERY_MS,
    log,
    moving,
    work: async () => {
      if (!hasRecovered) await worker.recover()
      hasRecovered = true
      await worker.sendDue(stopping.signal)
    },
  })
  wakeSignal?.setHandler(mailJob.wake)
  return [
    {
      stop: async () => {
        stopping.abort()
        // A mail server that hangs must not delay the stop: mails that it has not accepted are sent after the next
        // start.
        await Promise.race([mailJob.stop().then(() => worker.idle()), wait(DELIVERED_WITHIN_MS)])
      },
    },
  ]
}

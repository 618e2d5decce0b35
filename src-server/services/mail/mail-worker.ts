import { setTimeout as wait } from 'node:timers/promises'
import { inTransaction, type World } from '#server/core/context.ts'
import { MailError, type Mailer } from '#server/core/ports/mailer.ts'
import { releaseRows } from '#server/core/queues/leased-rows.queries.ts'
import { toIso } from '#server/shared/day.ts'
import { nextMailAttemptAt } from './mail-schedule.ts'
import { openPart } from './mail-seals.ts'
import {
  type DueMail,
  isAnyMailDue,
  leaseDueMails,
  listMerchantsWithMail,
  mailQueue,
  markMailFailed,
  markMailSent,
  retryMail,
} from './mails.queries.ts'

/** Duration of a lease, longer than an attempt can take. A worker whose lease has expired has therefore died. */
export const MAIL_LEASE_MS = 30_000
/** Time limit of one attempt to send a mail. */
export const MAIL_ATTEMPT_MS = 15_000
/** Limit of mails in flight: while a mail server delays some mails, the other mails are still sent. */
const MAX_IN_FLIGHT = 20
/** Mails in flight reserved for sign-in: a person waits for each in front of a page. */
const RESERVED_FOR_SIGN_IN = 5
/** Delay before free slots are filled again, so that slots which become free together are filled together. */
const REFILL_DELAY_MS = 10
/** Delay until a sign-in mail is found while merchants use all of their slots. */
const RECHECK_MS = 1000

export type MailWorkerOptions = {
  world: Pick<
    World,
    'db' | 'dialect' | 'now' | 'log' | 'secretBox' | 'publishChange' | 'wakeMailWorker'
  >
  mailer: Mailer
  random: () => number
  /** Returns whether a mail may be sent now; otherwise it is retried later. By default every mail may. */
  maySend?: (mail: DueMail) => Promise<boolean>
  attemptMs?: number
  inFlight?: number
}

/** Sends due mails. Several workers may run: each leases its own rows. */
export class MailWorker {
  readonly #options: Required<MailWorkerOptions>
  readonly #running = new Set<Promise<void>>()
  /** Number of running attempts for merchants. */
  #ofMerchants = 0
  /** True when merchants had free slots at the last check for due mails. */
  #hadFreeSlots = true
  /** Merchant served last; the next check begins after it. */
  #lastMerchant = ''
  #taking: Promise<number> = Promise.resolve(0)

  constructor(options: MailWorkerOptions) {
    this.#options = {
      attemptMs: MAIL_ATTEMPT_MS,
      inFlight: MAX_IN_FLIGHT,
      maySend: () => Promise.resolve(true),
      ...options,
    }
  }

  /** Releases leases of a process that died. Only on SQLite, where no other process can have a lease. */
  async recover(): Promise<void> {
    const { db, dialect } = this.#options.world
    if (dialect === 'sqlite') await releaseRows(db, mailQueue)
  }

  /** Starts sending due mails until none is left, or until the signal aborts. */
  async sendDue(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const taken = await this.takeDue()
      if (taken === 0 && this.#hadFreeSlots) return
      const isFull = taken === 0 && this.#freeSlotsOfMerchants() <= 0
      // Wait for an attempt to end only when no slot is free, so that a hanging mail delays no other.
      if (isFull) await Promise.race([...this.#running, wait(RECHECK_MS)])
      // Refill slots together that become free at about the same time.
      else await wait(REFILL_DELAY_MS)
    }
  }

  /** Starts sending due mails, up to the free slots; returns how many. */
  takeDue(): Promise<number> {
    const leasing = this.#taking.then(
      () => this.#take(),
      () => this.#take(),
    )
    this.#taking = leasing
    return leasing
  }

  /** Waits for the mails in flight. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  #freeSlots(): number {
    return this.#options.inFlight - this.#running.size
  }

  #freeSlotsOfMerchants(): number {
    const { inFlight } = this.#options
    const maxForMerchants = Math.max(1, inFlight - RESERVED_FOR_SIGN_IN)
    return Math.min(this.#freeSlots(), maxForMerchants - this.#ofMerchants)
  }

  /** Leases sign-in mails first, then the mails of each merchant. */
  async #take(): Promise<number> {
    const { world } = this.#options
    const at = toIso(world.now())
    this.#hadFreeSlots = this.#freeSlotsOfMerchants() > 0
    if (this.#freeSlots() <= 0 || !(await isAnyMailDue(world.db, { now: at }))) return 0
    const merchants = await this.#listNextMerchants(at)
    const taken = await inTransaction(world, async ({ db, dialect, now }) => {
      const nowMs = now()
      const lease = { dialect, now: toIso(nowMs), leasedUntil: toIso(nowMs + MAIL_LEASE_MS) }
      const mails = await leaseDueMails(db, {
        ...lease,
        limit: this.#freeSlots(),
        merchantId: null,
      })
      let capacity = Math.min(this.#freeSlotsOfMerchants(), this.#freeSlots() - mails.length)
      for (const [index, merchantId] of merchants.entries()) {
        // Share the free slots evenly among the remaining merchants.
        const limit = Math.ceil(capacity / (merchants.length - index))
        if (limit <= 0) break
        const some = await leaseDueMails(db, { ...lease, limit, merchantId })
        mails.push(...some)
        capacity -= some.length
      }
      return mails
    })
    for (const mail of taken) this.#start(mail)
    return taken.length
  }

  async #listNextMerchants(now: string): Promise<string[]> {
    const limit = this.#freeSlotsOfMerchants()
    if (limit <= 0) return []
    const { db } = this.#options.world
    const after = this.#lastMerchant
    const merchants = await listMerchantsWithMail(db, { now, after, limit })
    if (merchants.length < limit && after !== '') {
      const remainder = { now, after: '', limit: limit - merchants.length }
      const first = await listMerchantsWithMail(db, remainder)
      merchants.push(...first.filter((id) => !merchants.includes(id)))
    }
    this.#lastMerchant = merchants.at(-1) ?? ''
    return merchants
  }

  #start(mail: DueMail): void {
    const { log } = this.#options.world
    const share = mail.merchantId === null ? 0 : 1
    this.#ofMerchants += share
    const run = this.#attempt(mail)
      // The lease expires, and the mail is sent again under the same Message-ID.
      .catch((error: unknown) =>
        log.error({ err: error, mail: mail.id }, 'an attempt to mail could not be recorded'),
      )
      .finally(() => {
        this.#running.delete(run)
        this.#ofMerchants -= share
      })
    this.#running.add(run)
  }

  async #attempt(mail: DueMail): Promise<void> {
    const { world } = this.#options
    const { db, now } = world
    const { id, notAfter } = mail
    if (notAfter !== null && notAfter <= toIso(now())) {
      return this.#giveUp(mail, 'expired')
    }
    const failure = (await this.#checkLimits(mail)) ?? (await this.#send(mail))
    if (!failure) {
      await markMailSent(db, { id, at: toIso(now()) })
      return
    }
    const nextMs = this.#nextAttemptAt(mail, failure)
    if (nextMs === undefined) return this.#giveUp(mail, failure.word)
    const nextAttemptAt = toIso(nextMs)
    this.#logFailure(mail, failure.word, 'a mail was not sent and will be tried again')
    await retryMail(db, mail, { nextAttemptAt, lastError: failure.word })
  }

  async #checkLimits(mail: DueMail): Promise<MailError | undefined> {
    const { maySend } = this.#options
    return (await maySend(mail)) ? undefined : new MailError('limited')
  }

  /** Returns the time of the next attempt; undefined when another attempt is pointless. */
  #nextAttemptAt({ attempts, notAfter }: DueMail, { isFinal }: MailError): number | undefined {
    const { world, random } = this.#options
    if (isFinal) return undefined
    const nextMs = nextMailAttemptAt(world.now(), { attempts, random: random() })
    const isTooLate = nextMs !== undefined && notAfter !== null && toIso(nextMs) >= notAfter
    return isTooLate ? undefined : nextMs
  }

  /** Returns why the mail was not sent; undefined when it was. */
  async #send({ id, recipient, subject, text, html }: DueMail): Promise<MailError | undefined> {
    const { world, mailer, attemptMs } = this.#options
    const { secretBox } = world
    let letter: { subject: string; text: string; html?: string }
    try {
      letter = {
        subject,
        text: openPart(secretBox, id, 'text', text ?? ''),
        ...(html !== null && { html: openPart(secretBox, id, 'html', html) }),
      }
    } catch (error) {
      world.log.error({ err: error, mail: id }, 'a mail cannot be read')
      return new MailError('unreadable')
    }
    try {
      await limitAttempt(attemptMs, (signal) =>
        mailer.send({ id, to: recipient, ...letter }, signal),
      )
      return undefined
    } catch (error) {
      return error instanceof MailError ? error : new MailError('unknown')
    }
  }

  async #giveUp(mail: DueMail, word: string): Promise<void> {
    this.#logFailure(mail, word, 'a mail was given up')
    await markMailFailed(this.#options.world.db, mail, { lastError: word })
  }

  #logFailure({ id, kind, attempts }: DueMail, reason: string, message: string): void {
    this.#options.world.log.warn({ mail: id, kind, attempts, reason }, message)
  }
}

/** Limits the total time of an attempt: a server that sends a little now and then never reaches its idle timeout. */
async function limitAttempt(
  ms: number,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new MailError('timeout'))
      controller.abort()
    }, ms)
  })
  try {
    await Promise.race([work(controller.signal), timeout])
  } finally {
    clearTimeout(timer)
  }
}

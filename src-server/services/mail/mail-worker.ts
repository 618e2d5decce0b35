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
  markMailFailed,
  markMailSent,
  retryMail,
  waitingMails,
} from './mails.queries.ts'

/** Longer than an attempt can take: a worker that holds a mail beyond it has died. */
export const MAIL_LEASE_MS = 30_000
export const MAIL_ATTEMPT_MS = 15_000
/** On their way at once: a mail server that hangs for some keeps the others waiting no longer than it must. */
const IN_FLIGHT = 20
/** As many of these only mails of the sign-in take: somebody waits in front of a page for them. */
const FOR_SIGN_IN = 5
const TOGETHER_MS = 10
/** How soon a mail of the sign-in is seen while all that merchants may take is on its way. */
const LOOK_AGAIN_MS = 1000

export type MailWorkerOptions = {
  world: Pick<World, 'db' | 'dialect' | 'now' | 'log' | 'secretBox' | 'noteChange' | 'noteMail'>
  mailer: Mailer
  random: () => number
  /** Whether a mail may be sent now; one that may not is tried later. All may, where this is not set. */
  mayLeave?: (mail: DueMail) => Promise<boolean>
  attemptMs?: number
  inFlight?: number
}

/** Sends the mails that are due. Several may run: each takes rows that no other is at. */
export class MailWorker {
  readonly #options: Required<MailWorkerOptions>
  readonly #running = new Set<Promise<void>>()
  /** How many of those are of merchants. */
  #ofMerchants = 0
  /** Whether there was room for mails of merchants when it was last looked for what is due. */
  #hadRoom = true
  /** The merchant whose turn was last. */
  #lastMerchant = ''
  #looking: Promise<number> = Promise.resolve(0)

  constructor(options: MailWorkerOptions) {
    this.#options = {
      attemptMs: MAIL_ATTEMPT_MS,
      inFlight: IN_FLIGHT,
      mayLeave: () => Promise.resolve(true),
      ...options,
    }
  }

  /** What this process held when it died is free at once, where no other process can be holding it. */
  async recover(): Promise<void> {
    const { db, dialect } = this.#options.world
    if (dialect === 'sqlite') await releaseRows(db, waitingMails)
  }

  /** Begins to send what is due until nothing is left, or until the signal comes. */
  async sendDue(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const taken = await this.takeDue()
      if (taken === 0 && this.#hadRoom) return
      const isFull = taken === 0 && this.#roomOfMerchants() <= 0
      // Only where there is no room is it waited for: one that hangs holds up nobody while others have ended.
      if (isFull) await Promise.race([...this.#running, wait(LOOK_AGAIN_MS)])
      // What ends at about the same time is followed up together.
      else await wait(TOGETHER_MS)
    }
  }

  /** Begins to send what is due, as far as there is room; answers how many. */
  takeDue(): Promise<number> {
    const look = this.#looking.then(
      () => this.#take(),
      () => this.#take(),
    )
    this.#looking = look
    return look
  }

  /** Waits for what is on its way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
  }

  #room(): number {
    return this.#options.inFlight - this.#running.size
  }

  #roomOfMerchants(): number {
    const { inFlight } = this.#options
    const most = Math.max(1, inFlight - FOR_SIGN_IN)
    return Math.min(this.#room(), most - this.#ofMerchants)
  }

  /** Mails of the sign-in first, then one merchant after the other. */
  async #take(): Promise<number> {
    const { world } = this.#options
    const at = toIso(world.now())
    this.#hadRoom = this.#roomOfMerchants() > 0
    if (this.#room() <= 0 || !(await isAnyMailDue(world.db, { now: at }))) return 0
    const merchants = await this.#merchantsInTurn(at)
    const taken = await inTransaction(world, async ({ db, dialect, now }) => {
      const nowMs = now()
      const lease = { dialect, now: toIso(nowMs), leasedUntil: toIso(nowMs + MAIL_LEASE_MS) }
      const mails = await leaseDueMails(db, { ...lease, limit: this.#room(), merchantId: null })
      let room = Math.min(this.#roomOfMerchants(), this.#room() - mails.length)
      for (const [index, merchantId] of merchants.entries()) {
        // Whoever comes later gets as many as those before.
        const limit = Math.ceil(room / (merchants.length - index))
        if (limit <= 0) break
        const some = await leaseDueMails(db, { ...lease, limit, merchantId })
        mails.push(...some)
        room -= some.length
      }
      return mails
    })
    for (const mail of taken) this.#start(mail)
    return taken.length
  }

  async #merchantsInTurn(now: string): Promise<string[]> {
    const limit = this.#roomOfMerchants()
    if (limit <= 0) return []
    const { db } = this.#options.world
    const after = this.#lastMerchant
    const merchants = await listMerchantsWithMail(db, { now, after, limit })
    if (merchants.length < limit && after !== '') {
      const rest = { now, after: '', limit: limit - merchants.length }
      const first = await listMerchantsWithMail(db, rest)
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
      // The lease runs out and the mail is tried again, under the same Message-ID.
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
    const failure = (await this.#limited(mail)) ?? (await this.#send(mail))
    if (!failure) {
      await markMailSent(db, { id, at: toIso(now()) })
      return
    }
    const nextMs = this.#nextOf(mail, failure)
    if (nextMs === undefined) return this.#giveUp(mail, failure.word)
    const nextAttemptAt = toIso(nextMs)
    this.#say(mail, failure.word, 'a mail was not sent and will be tried again')
    await retryMail(db, mail, { nextAttemptAt, lastError: failure.word })
  }

  async #limited(mail: DueMail): Promise<MailError | undefined> {
    const { mayLeave } = this.#options
    return (await mayLeave(mail)) ? undefined : new MailError('limited')
  }

  /** Undefined when there is no use in another attempt. */
  #nextOf({ attempts, notAfter }: DueMail, { isFinal }: MailError): number | undefined {
    const { world, random } = this.#options
    if (isFinal) return undefined
    const nextMs = nextMailAttemptAt(world.now(), { attempts, random: random() })
    const isTooLate = nextMs !== undefined && notAfter !== null && toIso(nextMs) >= notAfter
    return isTooLate ? undefined : nextMs
  }

  /** Answers why the mail was not taken, if it was not. */
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
      await before(attemptMs, (signal) => mailer.send({ id, to: recipient, ...letter }, signal))
      return undefined
    } catch (error) {
      return error instanceof MailError ? error : new MailError('unknown')
    }
  }

  async #giveUp(mail: DueMail, word: string): Promise<void> {
    this.#say(mail, word, 'a mail was given up')
    await markMailFailed(this.#options.world.db, mail, { lastError: word })
  }

  #say({ id, kind, attempts }: DueMail, reason: string, message: string): void {
    this.#options.world.log.warn({ mail: id, kind, attempts, reason }, message)
  }
}

/** A server that says a little now and then would keep a client busy for ever. */
async function before(ms: number, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new MailError('timeout'))
      stopping.abort()
    }, ms)
  })
  try {
    await Promise.race([work(stopping.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

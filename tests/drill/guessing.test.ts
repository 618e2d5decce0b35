import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { expect } from 'vitest'
import { addFault, addFaults, drill, type Tally, tally } from '../support/drill.ts'
import { type Credentials, callOrThrow } from '../support/foreign-merchant.ts'
import {
  enrolAll,
  newIpAddress,
  PASSWORD,
  postAuth,
  processInParallel,
  type RateLimitedServer,
  signIn,
  startRateLimitedServer,
} from '../support/guessers.ts'
import {
  createKeepAliveClient,
  type KeepAliveClient,
  type PlainResponse,
} from '../support/keep-alive.ts'
import { findBrokenInvariants } from '../support/ledger.ts'
import { percentile } from '../support/load.ts'
import { onboarding, payment } from '../support/make.ts'
import { compareResponses } from '../support/response-comparison.ts'

/** Limits documented in SECURITY.md. */
const MAX_GUESSES = 10
const LOCKED_MS = 30 * 60_000
const MAX_GUESSES_PER_IP = 30

const AT_ONCE = 16
/** Rounds of guesses. The longest pause after a failure passes between two rounds. */
const ROUNDS = 10
const PAUSE_MS = 17_000
const DAY_MS = 24 * 60 * 60_000

type Bounds = {
  accounts: number
  samples: number
  /** Largest difference between the medians, as a fraction of the mean. */
  apart: number
  storms: number
  slowestMs: number
}
const quickBounds: Bounds = { accounts: 10, samples: 40, apart: 0.25, storms: 1, slowestMs: 2000 }
const fullBounds: Bounds = { accounts: 20, samples: 500, apart: 0.05, storms: 10, slowestMs: 500 }

type GuessingContext = RateLimitedServer & {
  client: KeepAliveClient
  known: string[]
  found: Tally
  figures: string[]
}

const reportFault = ({ found }: GuessingContext, kind: 'leaked' | 'crashed', text: string): void =>
  addFault(found, kind, text)

/** Checks that few guesses reach a password, however many there are and from however many IP addresses. */
async function guessPasswords(context: GuessingContext, count: number): Promise<void> {
  const { client, known, found, figures, advance } = context
  const guessCounts = new Map(known.map((email) => [email, 0]))
  const perRound = Math.ceil(count / ROUNDS)
  for (let round = 0; round < ROUNDS; round++) {
    const emails = Array.from({ length: perRound }, (_, n) => String(known[n % known.length]))
    await processInParallel(emails, AT_ONCE, async (email) => {
      const { status } = await signIn(client, email)
      found.tried += 1
      if (status === 401) guessCounts.set(email, (guessCounts.get(email) ?? 0) + 1)
      else if (status !== 429 && status !== 503)
        reportFault(context, 'crashed', `a guess: ${status}`)
    })
    await advance(PAUSE_MS)
  }
  for (const [email, times] of guessCounts) {
    if (times > MAX_GUESSES) {
      const what = `${times} guesses reached the password of ${email}`
      addFault(found, 'leaked', what, times - MAX_GUESSES)
    }
    // A server that refuses every guess proves nothing.
    if (times < MAX_GUESSES / 2)
      reportFault(context, 'crashed', `${times} guesses reached ${email}`)
  }
  figures.push(`at most ${Math.max(...guessCounts.values())} guesses reached an account`)
}

/** Checks that a locked account refuses the right password too, until the lock ends. */
async function checkUnlocking(context: GuessingContext): Promise<void> {
  const { client, known, advance } = context
  await processInParallel(known, AT_ONCE, async (email) => {
    const { status } = await signIn(client, email, PASSWORD)
    if (status !== 429) reportFault(context, 'leaked', `the right password while locked: ${status}`)
  })
  await advance(LOCKED_MS)
  await processInParallel(known, AT_ONCE, async (email) => {
    const { status } = await signIn(client, email, PASSWORD)
    if (status !== 200) reportFault(context, 'crashed', `the right password after that: ${status}`)
  })
}

async function guessFromOneIp(context: GuessingContext): Promise<void> {
  const ipAddress = newIpAddress()
  let reached = 0
  for (let n = 0; n < MAX_GUESSES_PER_IP + 10; n++) {
    const { status } = await signIn(context.client, `nobody${n}@example.com`, PASSWORD, ipAddress)
    if (status !== 429) reached += 1
  }
  if (reached > MAX_GUESSES_PER_IP)
    reportFault(context, 'leaked', `${reached} guesses of one address`)
}

/** Checks that neither responses nor response times reveal whether an account exists. */
async function checkEnumeration(
  context: GuessingContext,
  { samples, apart: maxGap }: Bounds,
): Promise<void> {
  const { client, known, advance } = context
  const perAccount = 4
  const calls = {
    'sign-in': (email: string) => signIn(client, email),
    'forgotten password': (email: string) =>
      postAuth(client, '/request-password-reset', { body: { email } }),
    'sign-up': (email: string) =>
      postAuth(client, '/sign-up/email', { body: { email, password: PASSWORD, name: 'Somebody' } }),
  }
  for (const [name, sendFor] of Object.entries(calls)) {
    // A sign-up creates the account, so each sample needs a fresh e-mail address.
    const isNew = name === 'sign-up'
    const pairs = Array.from({ length: samples }, (_, n) => {
      const at = n % known.length
      const unknown = `fresh${1000 + (isNew ? n : at)}@example.com`
      return { known: String(known[at]), unknown }
    })
    // After a day the failures are forgotten, so that no call is refused because of them.
    const before = async (at: number) => {
      if (at % (known.length * perAccount) === 0) await advance(DAY_MS + 1)
    }
    const comparison = await compareResponses({ pairs, sendFor, before })
    for (const different of comparison.different)
      reportFault(context, 'leaked', `${name}: ${different}`)
    // SECURITY.md states that storing a new account takes some milliseconds longer.
    const bound = isNew ? quickBounds.apart : maxGap
    const percent = `${(comparison.apart * 100).toFixed(1)} %`
    context.figures.push(`${name}: ${percent} apart at ${comparison.medianMs.toFixed(1)} ms`)
    if (comparison.apart >= bound)
      reportFault(context, 'leaked', `${name}: the time tells, ${percent}`)
  }
}

const GUESSES_PER_BURST = 300
/** Payers with one key each, and fewer payments than a key's burst limit. */
const PAYERS = 4
const PAYMENTS = 180
const MAX_MEMORY_MB = 256

const memoryMb = (pid: number, name: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) /
  1024

/** Checks that hundreds of guesses neither slow down payments nor use up the memory. */
async function checkBursts(
  context: GuessingContext,
  { storms: bursts, slowestMs }: Bounds,
): Promise<void> {
  const { client, server, known } = context
  const [email = ''] = known
  const signedIn = await signIn(client, email, PASSWORD)
  const cookies = [signedIn.headers['set-cookie'] ?? []].flat()
  const owner = { cookie: cookies.map((each) => each.split(';')[0]).join('; ') }
  await callOrThrow(client, owner, ['POST', '/api/merchant/onboarding', onboarding()])
  const beforeMb = memoryMb(server.pid(), 'VmRSS')
  const tookMs: number[] = []
  for (let n = 0; n < bursts; n++) await runBurst(context, owner, tookMs)
  const grownMb = memoryMb(server.pid(), 'VmHWM') - beforeMb
  const slowest = percentile(tookMs, 0.99)
  const summary = `${bursts * GUESSES_PER_BURST} sign-ins at once in ${bursts} storms`
  context.figures.push(
    `${summary}: ${tookMs.length} payments meanwhile, p99 ${Math.round(slowest)} ms, memory +${Math.round(grownMb)} MiB`,
  )
  if (tookMs.length < bursts) reportFault(context, 'crashed', 'nobody paid meanwhile')
  if (slowest > slowestMs) reportFault(context, 'crashed', `payments took ${slowest} ms`)
  if (grownMb > MAX_MEMORY_MB) reportFault(context, 'crashed', `memory grew by ${grownMb} MiB`)
}

/** Returns the status, or 0 if no response came in time. */
const statusOf = (response: Promise<PlainResponse>): Promise<number> =>
  response.then(
    ({ status }) => status,
    () => 0,
  )

async function runBurst(
  context: GuessingContext,
  owner: Credentials,
  tookMs: number[],
): Promise<void> {
  using guessers = createKeepAliveClient(context.server.url, GUESSES_PER_BURST)
  const keys: Credentials[] = []
  for (let n = 0; n < PAYERS; n++) {
    const { secret } = await callOrThrow(context.client, owner, [
      'POST',
      '/api/api-keys',
      { name: 'Shop' },
    ])
    keys.push({ authorization: `Bearer ${secret}` })
  }
  const burstEnd = new AbortController()
  const paying = keys.map(async (key) => {
    for (let n = 0; n < PAYMENTS && !burstEnd.signal.aborted; n++) {
      const headers = { ...key, 'idempotency-key': randomUUID() }
      const startedAt = performance.now()
      const request = { method: 'POST', path: '/api/payments', headers, body: payment() }
      const status = await statusOf(context.client.send(request))
      tookMs.push(performance.now() - startedAt)
      if (status !== 201) reportFault(context, 'crashed', `a payment meanwhile: ${status}`)
    }
  })
  const emails = Array.from({ length: GUESSES_PER_BURST }, () => `${randomUUID()}@example.com`)
  await processInParallel(emails, GUESSES_PER_BURST, async (email) => {
    const status = await statusOf(signIn(guessers, email))
    if (![401, 429, 503].includes(status))
      reportFault(context, 'crashed', `in the storm: ${status}`)
  })
  burstEnd.abort()
  await Promise.all(paying)
}

async function attack(count: number, bounds: Bounds): Promise<Tally> {
  const found = tally()
  await using limitedServer = await startRateLimitedServer()
  const { server, mail } = limitedServer
  using client = createKeepAliveClient(server.url, AT_ONCE)
  const known = await enrolAll(client, mail, bounds.accounts)
  const figures: string[] = []
  const context = { ...limitedServer, client, known, found, figures }
  await guessPasswords(context, count)
  await checkUnlocking(context)
  await checkBursts(context, bounds)
  if (bounds === fullBounds) await guessFromOneIp(context)
  await checkEnumeration(context, bounds)
  await server.stop()
  const broken = await findBrokenInvariants(server.databaseUrl)
  addFaults(found, 'crashed', broken)
  return { ...found, notes: figures }
}

const QUICK = 300

drill({
  row: 'guessing',
  what: 'passwords guessed from many addresses, accounts distinguished by answer and time, storms of sign-ins',
  quick: QUICK,
  full: 10_000,
  only: 'sqlite',
  measuresTime: true,
  run: (count) => attack(count, count > QUICK ? fullBounds : quickBounds),
  selfTest: async () => {
    await using limitedServer = await startRateLimitedServer('uncounted-guesses')
    using client = createKeepAliveClient(limitedServer.server.url, AT_ONCE)
    const known = await enrolAll(client, limitedServer.mail, 2)
    const context = { ...limitedServer, client, known, found: tally(), figures: [] }
    await guessPasswords(context, 30)
    expect(context.found.crashed).toBe(0)
    return context.found
  },
})

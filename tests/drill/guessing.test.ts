import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { expect } from 'vitest'
import { blame, blameEach, drill, type Tally, tally } from '../support/drill.ts'
import { type Credentials, done } from '../support/foreign-merchant.ts'
import {
  elsewhere,
  enrolAll,
  type GuessedServer,
  guessedServer,
  PASSWORD,
  postAuth,
  signIn,
  together,
} from '../support/guessers.ts'
import { type KeepAlive, keepAlive, type PlainAnswer } from '../support/keep-alive.ts'
import { brokenInvariants } from '../support/ledger.ts'
import { percentile } from '../support/load.ts'
import { onboarding, payment } from '../support/make.ts'
import { tellApart } from '../support/telling-apart.ts'

/** Limits documented in SECURITY.md. */
const MOST_GUESSES = 10
const LOCKED_MS = 30 * 60_000
const MOST_OF_ONE_ADDRESS = 30

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

type World = GuessedServer & { client: KeepAlive; known: string[]; found: Tally; figures: string[] }

const wrong = ({ found }: World, kind: 'leaked' | 'crashed', text: string): void =>
  blame(found, kind, text)

/** Checks that few guesses reach a password, however many there are and from however many IP addresses. */
async function guess(world: World, count: number): Promise<void> {
  const { client, known, found, figures, advance } = world
  const checked = new Map(known.map((email) => [email, 0]))
  const perRound = Math.ceil(count / ROUNDS)
  for (let round = 0; round < ROUNDS; round++) {
    const emails = Array.from({ length: perRound }, (_, n) => String(known[n % known.length]))
    await together(emails, AT_ONCE, async (email) => {
      const { status } = await signIn(client, email)
      found.tried += 1
      if (status === 401) checked.set(email, (checked.get(email) ?? 0) + 1)
      else if (status !== 429 && status !== 503) wrong(world, 'crashed', `a guess: ${status}`)
    })
    await advance(PAUSE_MS)
  }
  for (const [email, times] of checked) {
    if (times > MOST_GUESSES) {
      const what = `${times} guesses reached the password of ${email}`
      blame(found, 'leaked', what, times - MOST_GUESSES)
    }
    // A server that refuses every guess proves nothing.
    if (times < MOST_GUESSES / 2) wrong(world, 'crashed', `${times} guesses reached ${email}`)
  }
  figures.push(`at most ${Math.max(...checked.values())} guesses reached an account`)
}

/** Checks that a locked account refuses the right password too, until the lock ends. */
async function unlock(world: World): Promise<void> {
  const { client, known, advance } = world
  await together(known, AT_ONCE, async (email) => {
    const { status } = await signIn(client, email, PASSWORD)
    if (status !== 429) wrong(world, 'leaked', `the right password while locked: ${status}`)
  })
  await advance(LOCKED_MS)
  await together(known, AT_ONCE, async (email) => {
    const { status } = await signIn(client, email, PASSWORD)
    if (status !== 200) wrong(world, 'crashed', `the right password after that: ${status}`)
  })
}

async function guessFromOneAddress(world: World): Promise<void> {
  const from = elsewhere()
  let reached = 0
  for (let n = 0; n < MOST_OF_ONE_ADDRESS + 10; n++) {
    const { status } = await signIn(world.client, `nobody${n}@example.com`, PASSWORD, from)
    if (status !== 429) reached += 1
  }
  if (reached > MOST_OF_ONE_ADDRESS) wrong(world, 'leaked', `${reached} guesses of one address`)
}

/** Checks that neither responses nor response times reveal whether an account exists. */
async function enumerate(world: World, { samples, apart }: Bounds): Promise<void> {
  const { client, known, advance } = world
  const perAccount = 4
  const calls = {
    'sign-in': (email: string) => signIn(client, email),
    'forgotten password': (email: string) =>
      postAuth(client, '/request-password-reset', { body: { email } }),
    'sign-up': (email: string) =>
      postAuth(client, '/sign-up/email', { body: { email, password: PASSWORD, name: 'Somebody' } }),
  }
  for (const [name, ask] of Object.entries(calls)) {
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
    const told = await tellApart({ pairs, ask, before })
    for (const different of told.different) wrong(world, 'leaked', `${name}: ${different}`)
    // SECURITY.md states that storing a new account takes some milliseconds longer.
    const bound = isNew ? quickBounds.apart : apart
    const percent = `${(told.apart * 100).toFixed(1)} %`
    world.figures.push(`${name}: ${percent} apart at ${told.medianMs.toFixed(1)} ms`)
    if (told.apart >= bound) wrong(world, 'leaked', `${name}: the time tells, ${percent}`)
  }
}

const GUESSES_OF_STORM = 300
/** Payers with one key each, and fewer payments than a key's burst limit. */
const PAYERS = 4
const PAYMENTS = 180
const MOST_MEMORY_MB = 256

const memoryMb = (pid: number, name: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) /
  1024

/** Checks that hundreds of guesses neither slow down payments nor use up the memory. */
async function storm(world: World, { storms, slowestMs }: Bounds): Promise<void> {
  const { client, server, known } = world
  const [email = ''] = known
  const signedIn = await signIn(client, email, PASSWORD)
  const cookies = [signedIn.headers['set-cookie'] ?? []].flat()
  const owner = { cookie: cookies.map((each) => each.split(';')[0]).join('; ') }
  await done(client, owner, ['POST', '/api/merchant/onboarding', onboarding()])
  const beforeMb = memoryMb(server.pid(), 'VmRSS')
  const tookMs: number[] = []
  for (let n = 0; n < storms; n++) await oneStorm(world, owner, tookMs)
  const grownMb = memoryMb(server.pid(), 'VmHWM') - beforeMb
  const slowest = percentile(tookMs, 0.99)
  const about = `${storms * GUESSES_OF_STORM} sign-ins at once in ${storms} storms`
  world.figures.push(
    `${about}: ${tookMs.length} payments meanwhile, p99 ${Math.round(slowest)} ms, memory +${Math.round(grownMb)} MiB`,
  )
  if (tookMs.length < storms) wrong(world, 'crashed', 'nobody paid meanwhile')
  if (slowest > slowestMs) wrong(world, 'crashed', `payments took ${slowest} ms`)
  if (grownMb > MOST_MEMORY_MB) wrong(world, 'crashed', `memory grew by ${grownMb} MiB`)
}

/** Returns the status, or 0 if no response came in time. */
const statusOf = (answer: Promise<PlainAnswer>): Promise<number> =>
  answer.then(
    ({ status }) => status,
    () => 0,
  )

async function oneStorm(world: World, owner: Credentials, tookMs: number[]): Promise<void> {
  using guessers = keepAlive(world.server.url, GUESSES_OF_STORM)
  const keys: Credentials[] = []
  for (let n = 0; n < PAYERS; n++) {
    const { secret } = await done(world.client, owner, ['POST', '/api/api-keys', { name: 'Shop' }])
    keys.push({ authorization: `Bearer ${secret}` })
  }
  const isOver = new AbortController()
  const paying = keys.map(async (key) => {
    for (let n = 0; n < PAYMENTS && !isOver.signal.aborted; n++) {
      const headers = { ...key, 'idempotency-key': randomUUID() }
      const beganAt = performance.now()
      const request = { method: 'POST', path: '/api/payments', headers, body: payment() }
      const status = await statusOf(world.client.ask(request))
      tookMs.push(performance.now() - beganAt)
      if (status !== 201) wrong(world, 'crashed', `a payment meanwhile: ${status}`)
    }
  })
  const emails = Array.from({ length: GUESSES_OF_STORM }, () => `${randomUUID()}@example.com`)
  await together(emails, GUESSES_OF_STORM, async (email) => {
    const status = await statusOf(signIn(guessers, email))
    if (![401, 429, 503].includes(status)) wrong(world, 'crashed', `in the storm: ${status}`)
  })
  isOver.abort()
  await Promise.all(paying)
}

async function attack(count: number, bounds: Bounds): Promise<Tally> {
  const found = tally()
  await using guessed = await guessedServer()
  const { server, mail } = guessed
  using client = keepAlive(server.url, AT_ONCE)
  const known = await enrolAll(client, mail, bounds.accounts)
  const figures: string[] = []
  const world = { ...guessed, client, known, found, figures }
  await guess(world, count)
  await unlock(world)
  await storm(world, bounds)
  if (bounds === fullBounds) await guessFromOneAddress(world)
  await enumerate(world, bounds)
  await server.stop()
  const broken = await brokenInvariants(server.databaseUrl)
  blameEach(found, 'crashed', broken)
  return { ...found, notes: figures }
}

const QUICK = 300

drill({
  row: 'guessing',
  what: 'passwords guessed from many addresses, accounts told apart by answer and time, storms of sign-ins',
  quick: QUICK,
  full: 10_000,
  only: 'sqlite',
  inTime: true,
  run: (count) => attack(count, count > QUICK ? fullBounds : quickBounds),
  selfTest: async () => {
    await using guessed = await guessedServer('uncounted-guesses')
    using client = keepAlive(guessed.server.url, AT_ONCE)
    const known = await enrolAll(client, guessed.mail, 2)
    const world = { ...guessed, client, known, found: tally(), figures: [] }
    await guess(world, 30)
    expect(world.found.crashed).toBe(0)
    return world.found
  },
})

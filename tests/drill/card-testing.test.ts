import { createHash, randomInt } from 'node:crypto'
import { openDatabase } from '#db/database.ts'
import { PROOF_BITS } from '#server/features/payment-links/form-token.ts'
import { blame, blameEach, drill, isFull, type Tally, tally } from '../support/drill.ts'
import { type KeepAlive, keepAlive, type PlainAnswer } from '../support/keep-alive.ts'
import { type KillableServer, killableServer } from '../support/killable-server.ts'
import { brokenInvariants } from '../support/ledger.ts'
import { percentile } from '../support/load.ts'
import { signUp } from '../support/sign-up.ts'

const AT_ONCE = 16
const LINKS = isFull ? 4 : 1
/** As the limits are written down; what is on its way when one is reached may still arrive. */
const MOST_OF_PLACE = 5
const MOST_DECLINES = 20
const MOST_OF_MERCHANT = 60
/** A form without its work has to be so old. */
const WAITS_MS = 15_000
/** The work takes a program some tenths of a second: one form in so many has it done. */
const WORKS_EVERY = isFull ? 100 : 12
const ROUNDS = 4
const MEASURED = 500
const MOST_SLOWER = 1.2

type Link = { path: string; isDeclinedAt: boolean; byPlace: Map<string, number> }
type Attack = { client: KeepAlive; links: Link[]; found: Tally; answers: Map<number, number> }

/** Whoever tries cards sits in few places, and has as many others as they like. */
const placeOf = (): string =>
  randomInt(3) === 0
    ? `192.0.2.${randomInt(1, 4)}`
    : `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

/** Does the work, as a program can as well as a browser. */
function proofOf(challenge: string): string {
  for (let n = 0; ; n++) {
    const digest = createHash('sha256').update(`${challenge}.${n}`).digest()
    if (digest.readUInt32BE(0) >>> (32 - PROOF_BITS) === 0) return String(n)
  }
}

function judge({ found, answers }: Attack, { status, headers }: PlainAnswer, what: string): void {
  answers.set(status, (answers.get(status) ?? 0) + 1)
  const isShed = status === 503 && headers['retry-after'] !== undefined
  if (status >= 500 && !isShed) blame(found, 'crashed', `${status} to ${what}`)
}

type Form = { form: string; proof: string; openedAt: number; wasDeclinedAt: boolean }

/** A form as it is worth sending; some are made up, some are sent without the work. */
async function formOf(attack: Attack, link: Link, place: string): Promise<Form | undefined> {
  const wasDeclinedAt = link.isDeclinedAt
  const openedAt = performance.now()
  const headers = { 'x-forwarded-for': place }
  const page = await attack.client.ask({ path: link.path, headers })
  judge(attack, page, `GET ${link.path}`)
  const [, form] = /name="form" value="([^"]+)"/.exec(page.body) ?? []
  const [, challenge] = /data-challenge="([^"]+)"/.exec(page.body) ?? []
  const isWorking = challenge !== undefined && randomInt(WORKS_EVERY) === 0
  const proof = isWorking ? proofOf(challenge) : String(randomInt(1e9))
  const isHonest = isWorking || challenge === undefined
  return form === undefined
    ? undefined
    : { form, proof, openedAt, wasDeclinedAt: wasDeclinedAt && !isHonest }
}

const junk = ['v1.a.b.c.d', '', "' or 1=1--", 'x'.repeat(2000), '\u0000', '%00%ff']

async function send(attack: Attack): Promise<void> {
  const { client, links, found } = attack
  const link = links[randomInt(links.length)]
  if (!link) return
  const place = placeOf()
  const made = randomInt(5) === 0 ? undefined : await formOf(attack, link, place)
  const isDeclined = randomInt(10) > 0
  const fields = {
    form: made?.form ?? String(junk[randomInt(junk.length)]),
    proof: made?.proof ?? '1',
    amount: isDeclined ? '10.01' : '40.00',
    name: 'Ada Rossi',
    email: 'ada@example.com',
    method: 'card',
  }
  const answer = await client.ask({
    method: 'POST',
    path: link.path,
    headers: {
      'x-forwarded-for': place,
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'null',
      'sec-fetch-site': 'same-origin',
    },
    text: new URLSearchParams(fields).toString(),
  })
  found.tried += 1
  judge(attack, answer, `POST ${link.path}`)
  if (answer.status !== 303) return
  if (!made) blame(found, 'leaked', `a form that was made up paid: ${fields.form.slice(0, 20)}`)
  const count = (link.byPlace.get(place) ?? 0) + 1
  link.byPlace.set(place, count)
  if (count > MOST_OF_PLACE) blame(found, 'leaked', `${count} forms of ${place} at one link`)
  const isYoung = made && performance.now() - made.openedAt < WAITS_MS
  if (made?.wasDeclinedAt && isYoung) blame(found, 'leaked', 'a form was taken without its work')
  if (isDeclined) link.isDeclinedAt = true
}

async function sendMany(attack: Attack, count: number): Promise<void> {
  let left = count
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) {
        await send(attack).catch((error: unknown) =>
          blame(attack.found, 'crashed', String(error).slice(0, 200)),
        )
      }
    }),
  )
}

/** How long another merchant's page takes, asked for by one payer after the other, each from a place of their own. */
async function openBeside(url: string, path: string): Promise<number[]> {
  using client = keepAlive(url, 1)
  const tookMs: number[] = []
  while (tookMs.length < MEASURED) {
    const at = performance.now()
    const place = `172.${randomInt(16, 32)}.${randomInt(256)}.${randomInt(1, 255)}`
    const { status } = await client.ask({ path, headers: { 'x-forwarded-for': place } })
    tookMs.push(status === 200 ? performance.now() - at : Number.POSITIVE_INFINITY)
  }
  return tookMs
}

async function linksOf({ url }: KillableServer, secret: string): Promise<Link[]> {
  using client = keepAlive(url, 1)
  const links: Link[] = []
  for (let n = 0; n < LINKS; n++) {
    const { body } = await client.ask({
      method: 'POST',
      path: '/api/payment-links',
      headers: { authorization: `Bearer ${secret}` },
      body: { title: 'Dinner', currency: 'EUR', amountKind: 'chosen' },
    })
    const path = new URL(JSON.parse(body).url).pathname
    links.push({ path, isDeclinedAt: false, byPlace: new Map() })
  }
  return links
}

/** What the database says was declined, against the limits. */
async function checkDeclines({ databaseUrl }: KillableServer, found: Tally): Promise<void> {
  const { db, close } = openDatabase({ url: databaseUrl })
  const rows = await db
    .selectFrom('transactions')
    .where('linkId', 'is not', null)
    .select(['linkId', 'status'])
    .execute()
    .finally(close)
  const declined = rows.filter(({ status }) => status === 'failed')
  for (const id of new Set(declined.map(({ linkId }) => linkId))) {
    const { length } = declined.filter(({ linkId }) => linkId === id)
    const beyond = length - MOST_DECLINES - AT_ONCE
    blame(found, 'leaked', `${length} cards were declined at ${id}`, beyond)
  }
  const beyond = declined.length - MOST_OF_MERCHANT - AT_ONCE
  blame(found, 'leaked', `${declined.length} cards were declined at one merchant`, beyond)
  found.notes.push(`${rows.length} payments were made, ${declined.length} of them declined`)
  if (declined.length === 0) blame(found, 'crashed', 'no card was tried')
}

async function tryCards(server: KillableServer, count: number): Promise<Tally> {
  const found = tally()
  const victim = await signUp(server.url)
  const other = await signUp(server.url, 'other@example.com')
  using client = keepAlive(server.url, AT_ONCE)
  const links = await linksOf(server, victim.secret)
  const [{ path = '' } = {}] = await linksOf(server, other.secret)
  const attack: Attack = { client, links, found, answers: new Map() }
  const times = { calm: [] as number[], beside: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    if (isFull) times.calm.push(...(await openBeside(server.url, path)))
    const sending = sendMany(attack, Math.ceil(count / ROUNDS))
    if (isFull) times.beside.push(...(await openBeside(server.url, path)))
    await sending
  }
  await server.stop()
  await checkDeclines(server, found)
  blameEach(found, 'crashed', await brokenInvariants(server.databaseUrl))
  found.notes.push([...attack.answers].map(([status, n]) => `${n} × ${status}`).join(', '))
  if (isFull) {
    const [calm, beside] = [percentile(times.calm, 0.99), percentile(times.beside, 0.99)]
    const text = `p99 of another merchant’s page ${beside.toFixed(1)} ms beside it, ${calm.toFixed(1)} ms without`
    found.notes.push(text)
    // One that was refused has taken no time: then nothing was compared.
    const isCompared = Number.isFinite(calm) && Number.isFinite(beside)
    if (!isCompared || beside > calm * MOST_SLOWER) blame(found, 'crashed', text)
  }
  return found
}

/** Payers come from many addresses; the limits of links are on in any case. */
const environment = { TRUST_PROXY: '127.0.0.1', RATE_LIMITS: 'on' }

drill({
  row: 'card-testing',
  what: 'hostile forms at the page of payment links, from few places and from many, with and without the work that is asked for: no payment beyond the limits, nothing but refusals, and another merchant as quick as before',
  quick: 300,
  full: 100_000,
  only: 'sqlite',
  run: async (count) => {
    await using server = await killableServer(environment)
    return await tryCards(server, count)
  },
  selfTest: async () => {
    await using server = await killableServer(environment, { fault: 'untried-forms' })
    return await tryCards(server, 300)
  },
})

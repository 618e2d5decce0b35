import { createHash, randomInt } from 'node:crypto'
import { PROOF_BITS } from '#server/features/payment-links/payer/form-token.ts'
import type { CardTestingFound, CardTestingOrder } from './card-testers.ts'
import { type KeepAlive, keepAlive, type PlainAnswer } from './keep-alive.ts'
import { blame, type Tally, tally } from './tally.ts'

/**
 * Runs as a separate process, because solving proofs of work must slow down neither the server nor the measuring test.
 */

/** Documented limit of forms per IP address at one link. */
const MOST_OF_PLACE = 5
/** Minimum age of a form that is accepted without a proof of work. */
const WAITS_MS = 15_000

type Link = { path: string; isDeclinedAt: boolean; byPlace: Map<string, number> }
type Attack = {
  client: KeepAlive
  links: Link[]
  found: Tally
  answers: Map<number, number>
  worksEvery: number
}

/**
 * Returns the sender's IP address: one of three for a third of the forms, otherwise any. Card testers have a few
 * networks of their own, and as many others as they like.
 */
const placeOf = (): string =>
  randomInt(3) === 0
    ? `192.0.2.${randomInt(1, 4)}`
    : `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

/** Solves the proof of work, which a program can do as well as a browser. */
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

/** Opens the link's page and returns its form. Only some forms get a solved proof of work. */
async function formOf(attack: Attack, link: Link, place: string): Promise<Form | undefined> {
  const wasDeclinedAt = link.isDeclinedAt
  const openedAt = performance.now()
  const headers = { 'x-forwarded-for': place }
  const page = await attack.client.ask({ path: link.path, headers })
  judge(attack, page, `GET ${link.path}`)
  const [, form] = /name="form" value="([^"]+)"/.exec(page.body) ?? []
  const [, challenge] = /data-challenge="([^"]+)"/.exec(page.body) ?? []
  const isWorking = challenge !== undefined && randomInt(attack.worksEvery) === 0
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

async function sendMany(attack: Attack, count: number, lines: number): Promise<void> {
  let left = count
  await Promise.all(
    Array.from({ length: lines }, async () => {
      while (left-- > 0) {
        await send(attack).catch((error: unknown) =>
          blame(attack.found, 'crashed', String(error).slice(0, 200)),
        )
      }
    }),
  )
}

/** State of the links, kept from one order to the next. */
const links = new Map<string, Link>()

const linkAt = (path: string): Link => {
  const link = links.get(path) ?? { path, isDeclinedAt: false, byPlace: new Map() }
  links.set(path, link)
  return link
}

process.on('message', async ({ url, paths, count, lines, worksEvery }: CardTestingOrder) => {
  using client = keepAlive(url, lines)
  const attack: Attack = {
    client,
    links: paths.map(linkAt),
    found: tally(),
    answers: new Map(),
    worksEvery,
  }
  await sendMany(attack, count, lines)
  const found: CardTestingFound = { found: attack.found, answers: attack.answers }
  process.send?.(found)
})
process.on('disconnect', () => process.exit(0))

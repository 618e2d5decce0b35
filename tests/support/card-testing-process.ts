import { createHash, randomInt } from 'node:crypto'
import { PROOF_BITS } from '#server/features/payment-links/payer/form-token.ts'
import type { CardTestingOrder, CardTestingResult } from './card-testers.ts'
import { createKeepAliveClient, type KeepAliveClient, type PlainResponse } from './keep-alive.ts'
import { addFault, type Tally, tally } from './tally.ts'

/**
 * Runs as a separate process, because solving proofs of work must slow down neither the server nor the measuring test.
 */

/** Documented limit of forms per IP address at one link. */
const MAX_FORMS_PER_IP = 5
/** Minimum age of a form that is accepted without a proof of work. */
const MIN_FORM_AGE_MS = 15_000

/** `hasDeclined`: a payment by this link was declined, so that its page requires a proof of work from young forms. */
type Link = { path: string; hasDeclined: boolean; byIpAddress: Map<string, number> }
type Attack = {
  client: KeepAliveClient
  links: Link[]
  found: Tally
  answers: Map<number, number>
  formsPerProof: number
}

/**
 * Returns the sender's IP address: one of three for a third of the forms, otherwise any. Card testers own a few
 * networks and rent any number of further networks.
 */
const randomIp = (): string =>
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

function recordResponse(
  { found, answers }: Attack,
  { status, headers }: PlainResponse,
  request: string,
): void {
  answers.set(status, (answers.get(status) ?? 0) + 1)
  const isShed = status === 503 && headers['retry-after'] !== undefined
  if (status >= 500 && !isShed) addFault(found, 'crashed', `${status} to ${request}`)
}

type Form = { form: string; proof: string; openedAt: number; needsProof: boolean }

/** Opens the link's page and returns its form. Only some forms get a solved proof of work. */
async function openForm(attack: Attack, link: Link, ipAddress: string): Promise<Form | undefined> {
  const needsProof = link.hasDeclined
  const openedAt = performance.now()
  const headers = { 'x-forwarded-for': ipAddress }
  const page = await attack.client.send({ path: link.path, headers })
  recordResponse(attack, page, `GET ${link.path}`)
  const [, form] = /name="form" value="([^"]+)"/.exec(page.body) ?? []
  const [, challenge] = /data-challenge="([^"]+)"/.exec(page.body) ?? []
  const isSolved = challenge !== undefined && randomInt(attack.formsPerProof) === 0
  const proof = isSolved ? proofOf(challenge) : String(randomInt(1e9))
  const isHonest = isSolved || challenge === undefined
  return form === undefined
    ? undefined
    : { form, proof, openedAt, needsProof: needsProof && !isHonest }
}

const junk = ['v1.a.b.c.d', '', "' or 1=1--", 'x'.repeat(2000), '\u0000', '%00%ff']

async function send(attack: Attack): Promise<void> {
  const { client, links, found } = attack
  const link = links[randomInt(links.length)]
  if (!link) return
  const ipAddress = randomIp()
  const opened = randomInt(5) === 0 ? undefined : await openForm(attack, link, ipAddress)
  const isDeclined = randomInt(10) > 0
  const fields = {
    form: opened?.form ?? String(junk[randomInt(junk.length)]),
    proof: opened?.proof ?? '1',
    amount: isDeclined ? '10.01' : '40.00',
    name: 'Ada Rossi',
    email: 'ada@example.com',
    method: 'card',
  }
  const response = await client.send({
    method: 'POST',
    path: link.path,
    headers: {
      'x-forwarded-for': ipAddress,
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'null',
      'sec-fetch-site': 'same-origin',
    },
    text: new URLSearchParams(fields).toString(),
  })
  found.tried += 1
  recordResponse(attack, response, `POST ${link.path}`)
  if (response.status !== 303) return
  if (!opened)
    addFault(found, 'leaked', `a form that was made up paid: ${fields.form.slice(0, 20)}`)
  const count = (link.byIpAddress.get(ipAddress) ?? 0) + 1
  link.byIpAddress.set(ipAddress, count)
  if (count > MAX_FORMS_PER_IP)
    addFault(found, 'leaked', `${count} forms of ${ipAddress} at one link`)
  const isYoung = opened && performance.now() - opened.openedAt < MIN_FORM_AGE_MS
  if (opened?.needsProof && isYoung)
    addFault(found, 'leaked', 'a form was taken without its proof of work')
  if (isDeclined) link.hasDeclined = true
}

async function sendMany(attack: Attack, count: number, connections: number): Promise<void> {
  let remaining = count
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (remaining-- > 0) {
        await send(attack).catch((error: unknown) =>
          addFault(attack.found, 'crashed', String(error).slice(0, 200)),
        )
      }
    }),
  )
}

/** State of the links, kept from one order to the next. */
const links = new Map<string, Link>()

const linkAt = (path: string): Link => {
  const link = links.get(path) ?? { path, hasDeclined: false, byIpAddress: new Map() }
  links.set(path, link)
  return link
}

process.on(
  'message',
  async ({ url, paths, count, connections, formsPerProof }: CardTestingOrder) => {
    using client = createKeepAliveClient(url, connections)
    const attack: Attack = {
      client,
      links: paths.map(linkAt),
      found: tally(),
      answers: new Map(),
      formsPerProof,
    }
    await sendMany(attack, count, connections)
    const found: CardTestingResult = { found: attack.found, answers: attack.answers }
    process.send?.(found)
  },
)
process.on('disconnect', () => process.exit(0))

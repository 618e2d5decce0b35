import { randomInt, randomUUID } from 'node:crypto'
import { openDatabase } from '#db/database.ts'
import { dialect } from '../support/database.ts'
import { drill, type Tally, tally } from '../support/drill.ts'
import { keepAlive, type PlainAnswer } from '../support/keep-alive.ts'
import { type KillableServer, killableServer } from '../support/killable-server.ts'
import { brokenInvariants } from '../support/ledger.ts'
import { signUp } from '../support/sign-up.ts'

const DUPLICATES = 50
const CONNECTIONS = 50
/** Every so many keys the server dies while their duplicates are under way. */
const KILL_EVERY = 40

type Sender = (key: string, amount?: string) => Promise<PlainAnswer | undefined>

/** What a key's requests brought: `undefined` where the server was gone. */
async function burst(send: Sender, key: string): Promise<(PlainAnswer | undefined)[]> {
  return Promise.all(Array.from({ length: DUPLICATES }, () => send(key)))
}

const paid = (answer: PlainAnswer | undefined) => answer?.status === 201

/** All that paid said the same; the others were told that it was still running. */
function judge(answers: (PlainAnswer | undefined)[], found: Tally): void {
  const bodies = new Set(answers.filter(paid).map((answer) => answer?.body))
  if (bodies.size > 1) found.doubled += bodies.size - 1
  const strange = answers.filter(
    (answer) => answer && !paid(answer) && answer.status !== 409 && answer.status !== 503,
  )
  found.crashed += strange.length
  if (strange[0]) found.notes.push(`${strange[0].status} ${strange[0].body}`)
}

async function untilAnswered(send: Sender, key: string): Promise<PlainAnswer> {
  for (;;) {
    const answer = await send(key)
    if (answer && answer.status !== 409 && answer.status !== 503) return answer
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** One key: many at once, once more afterwards, then with another body, then from another merchant. */
async function oneKey(
  senders: { ours: Sender; theirs: Sender },
  found: Tally,
  duringBurst: () => Promise<void>,
): Promise<void> {
  const key = randomUUID()
  const [answers] = await Promise.all([burst(senders.ours, key), duringBurst()])
  judge(answers, found)
  const again = await untilAnswered(senders.ours, key)
  const first = answers.find(paid)
  if (!paid(again)) found.lost += 1
  else if (first && first.body !== again.body) found.doubled += 1
  if (first && again.headers['idempotent-replayed'] !== 'true') found.doubled += 1

  const changed = await senders.ours(key, '99.99')
  if (changed?.status !== 422) found.leaked += 1
  const foreign = await senders.theirs(key)
  if (!foreign || !paid(foreign) || foreign.body === again.body) found.leaked += 1
  if (foreign?.headers['idempotent-replayed'] !== undefined) found.leaked += 1
  found.tried += 1
}

async function keys(server: KillableServer, count: number, mayKill = true): Promise<Tally> {
  const found = tally()
  using client = keepAlive(server.url, CONNECTIONS)
  const senderOf =
    (secret: string): Sender =>
    (key, amount = '12.34') =>
      client
        .ask({
          method: 'POST',
          path: '/api/payments',
          headers: { authorization: `Bearer ${secret}`, 'idempotency-key': key },
          body: { amount, customerName: 'Ada Rossi', customerEmail: 'ada@example.com' },
        })
        // The server is gone.
        .catch(() => server.whenUp())
        .then((answer) => answer ?? undefined)
  const senders = {
    ours: senderOf((await signUp(server.url, 'ours@example.com')).secret),
    theirs: senderOf((await signUp(server.url, 'theirs@example.com')).secret),
  }
  let died = 0
  for (let n = 1; n <= count; n++) {
    const dies = mayKill && n % KILL_EVERY === 0
    await oneKey(senders, found, async () => {
      if (!dies) return
      for (let turns = randomInt(1, 400); turns > 0; turns--) {
        await new Promise((resolve) => setImmediate(resolve))
      }
      await server.killAndRestart()
      died += 1
    })
  }
  await server.stop()
  const { db, close } = openDatabase({ url: server.databaseUrl })
  const stored = await db.selectFrom('transactions').select('id').execute()
  await close()
  // One for each key of ours, and one for the same key of theirs.
  found.doubled += Math.max(0, stored.length - count * 2)
  found.lost += Math.max(0, count * 2 - stored.length)
  const broken = await brokenInvariants(server.databaseUrl)
  found.crashed += broken.length
  found.notes.push(`${count * DUPLICATES} duplicates, killed ${died} times meanwhile`, ...broken)
  return found
}

drill({
  row: 'idempotency',
  what: `keys with ${DUPLICATES} requests at once, a changed body, another merchant and kills between`,
  quick: dialect === 'sqlite' ? 100 : 40,
  full: dialect === 'sqlite' ? 2000 : 200,
  run: async (count) => {
    await using server = await killableServer()
    return await keys(server, count)
  },
  selfTest: async () => {
    if (dialect === 'sqlite') {
      await using server = await killableServer({}, { fault: 'forgetful' })
      return await keys(server, 5, false)
    }
    await using server = await killableServer({}, { fault: 'forgetful-postgres' })
    return await keys(server, 5, false)
  },
})

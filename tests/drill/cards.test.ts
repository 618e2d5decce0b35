import { cardNumbers, cardNumbersIn, spellings } from '../support/card-numbers.ts'
import { blame, blameEach, drill, type Tally, tally } from '../support/drill.ts'
import { changingCalls, makeOwned, queryOf, readingCalls } from '../support/every-call.ts'
import {
  createKeepAliveClient,
  type PlainResponse,
  type RequestOptions,
} from '../support/keep-alive.ts'
import { type KillableServer, startKillableServer } from '../support/killable-server.ts'
import { findBrokenInvariants } from '../support/ledger.ts'
import { startReceiver } from '../support/receiver.ts'
import { signUp } from '../support/sign-up.ts'
import { storedBytes, storedRows } from '../support/stored.ts'
import { type TextField, textFieldsOf, withText } from '../support/text-fields.ts'

const AT_ONCE = 8
const EMAIL = 'owner@example.com'
const CARDS = 1000
/** Sign-in calls run in one of six rounds only, because hashing passwords is slow. */
const SIGN_IN_EVERY = 6

/** Fields whose values are compared and discarded, never stored: IDs, passwords, one-time codes. */
const neverStored =
  /^(?:id|userId|sessionId|token|code|password|currentPassword|newPassword|providerId|callbackURL|redirectTo|issuer)$/
/** Sign-in calls that only look up an account. */
const accountLookups = /^(?:sign-in\/email|request-password-reset|send-verification-email)$/

const isStored = ({ call, field }: TextField): boolean =>
  call.method !== 'GET' && !neverStored.test(field) && !accountLookups.test(call.name)

/** Returns true if REST, tRPC or the sign-in refused the input as invalid. */
function isRefused({ status, body }: PlainResponse, { call }: TextField): boolean {
  if (status !== 400) return false
  return call.api === 'auth' || body.includes('"code":"invalid"')
}

let signUpCount = 0

const requestOf = (field: TextField, text: string): RequestOptions => {
  const call = withText(field, text)
  // Each sign-up needs its own e-mail address: otherwise the second is refused because the first was not.
  if (call.name === 'sign-up/email' && field.field !== 'email') {
    call.input.email = `somebody${++signUpCount}@example.com`
  }
  const { method, path, input } = call
  const isRead = method === 'GET' || method === 'DELETE'
  return isRead ? { method, path: path + queryOf(call) } : { method, path, body: input }
}

/** Yields each field with a card number, round by round; sign-in calls run less often. */
function* generateAttempts(
  fields: readonly TextField[],
  numbers: readonly string[],
  count: number,
) {
  for (let attemptCount = 0, round = 0; attemptCount < count; round++) {
    for (const [at, field] of fields.entries()) {
      if (field.call.api === 'auth' && round % SIGN_IN_EVERY > 0) continue
      const number = numbers[attemptCount % numbers.length] ?? ''
      const spelling = spellings[(round + at) % spellings.length]
      yield { field, number, text: spelling?.(number) ?? number }
      attemptCount += 1
    }
  }
}

type Traces = { where: string; text: string }[]

function readTraces(server: KillableServer, more: Traces): Traces {
  const bytes = storedBytes(server.databaseUrl)
  const rows = [...storedRows(server.databaseUrl)].map(([table, each]) => ({
    where: `table ${table}`,
    text: JSON.stringify(each),
  }))
  return [
    ...more,
    ...rows,
    { where: 'log', text: server.output() },
    { where: 'database file', text: bytes.toString('utf8') },
    { where: 'database file', text: bytes.toString('latin1') },
  ]
}

async function pay(server: KillableServer, count: number): Promise<Tally> {
  const found = tally()
  await using endpoint = await startReceiver()
  using client = createKeepAliveClient(server.url, AT_ONCE)
  const { cookie, secret } = await signUp(server.url, EMAIL)
  const owned = await makeOwned(client, { cookie, email: EMAIL, webhookUrl: endpoint.url })
  const fields = textFieldsOf([...changingCalls(owned), ...readingCalls(owned)])
  const numbers = cardNumbers(CARDS)
  const numberSet = new Set(numbers)
  const remaining = generateAttempts(fields, numbers, count)
  const sendAttempt = async ({
    field,
    number,
    text,
  }: ReturnType<typeof remaining.next>['value'] & object) => {
    const { call } = field
    // Sends sign-in calls without a session: with one they would end it.
    const headers = call.api === 'auth' ? undefined : { cookie }
    const response = await client.send({ ...requestOf(field, text), ...(headers && { headers }) })
    found.tried += 1
    const what = `${call.method} ${call.path} ${field.field}`
    if (response.status >= 500) {
      blame(found, 'crashed', `${response.status} to ${what}: ${text}`)
    }
    if (isStored(field) && !isRefused(response, field)) {
      blame(found, 'leaked', `${response.status} to ${what}: ${text}`)
    }
    if (cardNumbersIn(response.body, new Set([number])).length > 0) {
      blame(found, 'leaked', `answered by ${what}`)
    }
  }
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const attempt of remaining) await sendAttempt(attempt)
    }),
  )
  for (const number of numbers.slice(0, 20)) {
    const response = await client.send({
      method: 'GET',
      path: `/api/customers/${number}`,
      headers: { authorization: `Bearer ${secret}`, 'idempotency-key': number },
    })
    if (response.status !== 400) blame(found, 'leaked', `${response.status} to an Idempotency-Key`)
  }

  const events = endpoint.received.map(({ body }) => ({ where: 'webhook', text: body }))
  const before = readTraces(server, events)
  await server.stop()
  for (const { where, text } of [...before, ...readTraces(server, [])]) {
    const leakedNumbers = cardNumbersIn(text, numberSet)
    if (leakedNumbers.length > 0) blame(found, 'leaked', `${leakedNumbers.length} in the ${where}`)
  }
  const broken = await findBrokenInvariants(server.databaseUrl)
  blameEach(found, 'crashed', broken)
  found.notes = [`${CARDS} numbers, ${fields.length} fields, ${spellings.length} spellings`]
  return found
}

const environment = { LOG_LEVEL: 'debug', SANDBOX_SETTLEMENT_MS: '3600000' }

drill({
  row: 'cards',
  what: 'card numbers in every text field of every call, and looked for in logs, answers, events and the database',
  quick: 1000,
  full: 10_000,
  only: 'sqlite',
  run: async (count) => {
    await using server = await startKillableServer(environment)
    return await pay(server, count)
  },
  selfTest: async () => {
    await using server = await startKillableServer(environment, { fault: 'log-bodies' })
    return await pay(server, 100)
  },
})

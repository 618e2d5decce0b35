import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rules } from '../support/admission.ts'
import { type Belongings, CANARY, makeBelongings, requestWith } from '../support/belongings.ts'
import { type BuiltServer, type Send, startBuiltServer } from '../support/built-server.ts'
import { badInputsOf, kindsOf } from '../support/call-row.ts'
import { payment } from '../support/make.ts'
import {
  buildRequest,
  type RestRequest,
  requestOf,
  restCalls,
  restKinds,
  statusFor,
} from '../support/rest-calls.ts'

let server: BuiltServer
let newcomer: Send
let mallory: Send
let malloryProgram: Send

beforeAll(async () => {
  server = await startBuiltServer()
  newcomer = await server.person({ isOnboarded: false })
  mallory = await server.person()
  malloryProgram = await server.program(mallory)
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

/** Sends a request as API clients do: each POST has a new Idempotency-Key. */
const sendWithKey = (program: Send, { method, path, body }: RestRequest) =>
  program(method, path, body, method === 'POST' ? { 'idempotency-key': randomUUID() } : {})

/** Returns whether a route has an ID and admits API keys, so that it can refuse every kind of caller. */
const isInformative = ({ row, template }: (typeof restCalls)[number]) =>
  rules[row.who].admitsKeys && template.includes('{')

/**
 * Routes to try over HTTP: one of each method, with an ID and open to API keys if possible. All routes are tried in
 * process by tests/server/rest-calls.test.ts and the tests next to it.
 */
const oneOfEachMethod = [
  ...new Map(
    restCalls
      .toSorted((one, other) => Number(isInformative(one)) - Number(isInformative(other)))
      .map((call) => [call.method, call]),
  ).values(),
]

describe.each(oneOfEachMethod)('$route', (call) => {
  const { row } = call
  const isOpenToKeys = rules[row.who].admitsKeys
  const send = (sendAs: Send, { method, path, body }: RestRequest) => sendAs(method, path, body)
  let owner: Send
  let belongings: Belongings

  // All tests of a route share one set of objects.
  beforeAll(async () => {
    owner = await server.person()
    belongings = await makeBelongings({ request: requestWith(owner) }, restKinds)
  })

  test('refuses strangers and newcomers', async () => {
    const request = requestOf(call, belongings)
    const isOnboarding = row.newcomer === 'success'

    const stranger = await send(server.send, request)
    const newcomerResponse = await send(
      isOnboarding ? await server.person({ isOnboarded: false }) : newcomer,
      request,
    )

    expect(stranger.status).toBe(401)
    expect(stranger.json().code).toBe('unauthenticated')
    expect(newcomerResponse.status).toBe(statusFor(call, 'newcomer'))
  })

  test('finds no object of another merchant', async () => {
    const request = requestOf(call, belongings)

    const personResponse = await send(mallory, request)
    const programResponse = await sendWithKey(malloryProgram, request)

    const isNamed = call.template.includes('{')
    expect([personResponse.status === 404, programResponse.status === 404]).toEqual([
      isNamed,
      isNamed && isOpenToKeys,
    ])
    for (const { body } of [personResponse, programResponse]) expect(body).not.toMatch(CANARY)
  })

  test('admits a key with the right scope, or is closed to keys', async () => {
    const isRead = call.method === 'GET'
    const fullProgram = await server.program(owner)
    const other = await server.program(owner, [isRead ? 'write' : 'read'])
    // A call with a key may use objects up, so it gets its own set: the next test needs the owner's.
    const targets =
      isRead || !isOpenToKeys
        ? belongings
        : await makeBelongings({ request: requestWith(owner) }, kindsOf(row))
    const request = requestOf(call, targets)

    const admittedResponse = await sendWithKey(fullProgram, request)
    const unscopedResponse = await sendWithKey(other, request)

    expect(admittedResponse.status).toBe(statusFor(call, 'key'))
    expect(unscopedResponse.status).toBe(403)
    const reason = isOpenToKeys ? 'scope_missing' : 'key_not_admitted'
    expect(unscopedResponse.json().reason).toBe(reason)
  })

  test('succeeds, refuses bad input, and refuses a repeated call', async () => {
    const request = requestOf(call, belongings)

    for (const bad of badInputsOf(row, belongings)) {
      const refused = await send(owner, buildRequest(call, bad))
      expect([bad, refused.status]).toEqual([bad, 400])
      expect(refused.json()).toMatchObject({ code: 'invalid', status: 400 })
    }

    expect((await send(owner, request)).status).toBe(statusFor(call, 'owner'))
    if (row.repeatStatus !== undefined)
      expect((await send(owner, request)).status).toBe(row.repeatStatus)
  })
})

test('a thousand requests over HTTP with a hundred keys make a hundred payments', async () => {
  const owner = await server.person()
  const program = await server.program(owner)
  const pay = async (index: number): ReturnType<typeof program> => {
    const key = { 'idempotency-key': `order-${Math.floor(index / 10)}` }
    const response = await program('POST', '/api/payments', payment(), key)
    // The server sheds load at so many requests at once. A shed request is retried with the same key.
    return response.status === 503 ? pay(index) : response
  }

  // Each batch has ten requests of each key. A larger batch would exceed the server's time limit for a request.
  const responses = []
  for (let from = 0; from < 1000; from += 100) {
    const some = Array.from({ length: 100 }, (_, index) => pay(from + index))
    responses.push(...(await Promise.all(some)))
  }

  expect(responses.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
  const list = await owner('GET', '/api/transactions?limit=500')
  expect(list.json()).toHaveLength(100)
  const again = await Promise.all(Array.from({ length: 100 }, (_, index) => pay(10 * index)))
  expect(again.every(({ headers }) => headers.get('idempotent-replayed') === 'true')).toBe(true)
  expect(new Set(again.map(({ body }) => body)).size).toBe(100)
})

test('plain routes respond as documented', async () => {
  const owner = await server.person()
  await owner('POST', '/api/payments', payment())

  const csv = await owner('GET', '/api/transactions/export')
  expect(csv.status).toBe(200)
  expect(csv.body.split('\r\n')).toHaveLength(3)
  const audit = await owner('GET', '/api/audit-log/export')
  expect(audit.status).toBe(200)
  expect(audit.body).toContain('merchant.onboarded')
  expect((await server.send('GET', '/api/audit-log/export')).status).toBe(401)
  expect((await server.send('GET', '/api/openapi.json')).json().openapi).toMatch(/^3\.1/)
  expect((await server.send('GET', '/api/transactions/export')).status).toBe(401)
  for (const path of ['/healthz', '/readyz']) {
    expect((await server.send('GET', path)).status).toBe(200)
  }
})

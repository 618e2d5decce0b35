import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BuiltServer, builtServer, type Send } from '../support/built-server.ts'
import { payment } from '../support/make.ts'
import { addressOf, contracts, headersFor, makeBelongings, onlyHers } from './calls.ts'

let server: BuiltServer
let newcomer: Send

beforeAll(async () => {
  server = await builtServer()
  newcomer = await server.person({ isOnboarded: false })
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
})

const routes = Object.keys(contracts)

test('every route of the committed list has a contract', () => {
  const committed = readFileSync(new URL('../server/routes.txt', import.meta.url), 'utf8')
  const listed = committed.trim().split('\n')

  expect(routes.toSorted()).toEqual(listed.map((line) => line.split(' -> ')[0]).toSorted())
})

test.each(routes)('%s succeeds, refuses bad input, and refuses what is repeated', async (route) => {
  const owner = await server.person()
  const belongings = await makeBelongings(owner)
  const [method, path] = addressOf(route, belongings)
  const { body, success, bad, again } = contracts[route] ?? { success: 0 }

  const refused = await owner(
    method,
    bad?.query ? `${path}?${bad.query}` : path,
    bad?.body ?? body?.(),
  )
  expect(refused.status).toBe(400)
  expect(refused.json()).toMatchObject({ code: 'invalid', status: 400 })

  expect((await owner(method, path, body?.())).status).toBe(success)
  if (again !== undefined) expect((await owner(method, path, body?.())).status).toBe(again)
})

test.each(routes)('%s refuses strangers, and whoever has not onboarded', async (route) => {
  const owner = await server.person()
  const [method, path] = addressOf(route, await makeBelongings(owner))
  const { body, beforeOnboarding = 403 } = contracts[route] ?? {}

  const stranger = await server.send(method, path, body?.())
  expect(stranger.status).toBe(401)
  expect(stranger.json().code).toBe('unauthenticated')
  const early = await (beforeOnboarding === 201
    ? await server.person({ isOnboarded: false })
    : newcomer)(method, path, body?.())
  expect(early.status).toBe(beforeOnboarding)
})

test.each(routes)('%s with a key: admitted by scope, or closed', async (route) => {
  const owner = await server.person()
  const belongings = await makeBelongings(owner)
  const [method, path] = addressOf(route, belongings)
  const { body, success, isClosedToKeys } = contracts[route] ?? { success: 0 }
  const isRead = method === 'GET'
  const full = await server.program(owner)
  const other = await server.program(owner, [isRead ? 'write' : 'read'])

  const admitted = await full(method, path, body?.(), headersFor(method))
  const unscoped = await other(method, path, body?.(), headersFor(method))

  // Changing the business itself is for its owner in person, whatever the scope.
  const isForPeople = route === 'PATCH /api/merchant/profile'
  expect(admitted.status).toBe(isClosedToKeys ? 403 : isForPeople ? 403 : success)
  expect(unscoped.status).toBe(403)
})

test.each(routes)('%s knows nothing of another merchant', async (route) => {
  const [alice, mallory] = [await server.person(), await server.person()]
  const [method, path] = addressOf(route, await makeBelongings(alice))
  const { body, id, isClosedToKeys } = contracts[route] ?? {}
  const program = await server.program(mallory)

  const asPerson = await mallory(method, path, body?.())
  const asProgram = await program(method, path, body?.(), headersFor(method))

  expect([asPerson.status === 404, asProgram.status === 404]).toEqual([
    id !== undefined,
    id !== undefined && !isClosedToKeys,
  ])
  for (const { body: text } of [asPerson, asProgram]) expect(text).not.toContain(onlyHers)
})

test('a thousand requests over HTTP with a hundred keys make a hundred payments', async () => {
  const owner = await server.person()
  const program = await server.program(owner)
  const pay = async (index: number): ReturnType<typeof program> => {
    const key = { 'idempotency-key': `order-${index % 100}` }
    const answer = await program('POST', '/api/payments', payment(), key)
    // So many at once are not all taken on; who is refused for that sends again, with the same key.
    return answer.status === 503 ? pay(index) : answer
  }

  const answers = await Promise.all(Array.from({ length: 1000 }, (_, index) => pay(index)))

  expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([])
  const list = await owner('GET', '/api/transactions?limit=500')
  expect(list.json()).toHaveLength(100)
  const again = await Promise.all(Array.from({ length: 100 }, (_, index) => pay(index)))
  expect(again.every(({ headers }) => headers.get('idempotent-replayed') === 'true')).toBe(true)
  expect(new Set(again.map(({ body }) => body)).size).toBe(100)
}, 60_000)

test('plain routes answer as documented', async () => {
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

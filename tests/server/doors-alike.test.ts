import { expect, test } from 'vitest'
import { refusalOf } from '../support/admission.ts'
import { askBy, type Belongings, makeBelongings, noBelongings } from '../support/belongings.ts'
import { badInputsOf, inputOf } from '../support/call-row.ts'
import { addressed, type RestCall, restCalls, restKinds, statusFor } from '../support/rest-calls.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

type Fields = Record<string, unknown>
type Json = ReturnType<typeof JSON.parse>
type Answer = { status: number; body: string; json: () => Json }
type Send = (method: 'GET', path: string, body?: object) => Promise<Answer>

/** Sends the same call to the REST API and to the tRPC API. */
async function atBothDoors(by: Send, call: RestCall, input: Fields) {
  const { method, path, body } = addressed(call, input)
  const rest = await by(method as 'GET', path, body)
  const isRead = call.method === 'GET'
  const trpc = isRead
    ? await by('GET', `/trpc/${call.name}?input=${encodeURIComponent(JSON.stringify(input))}`)
    : await by('POST' as 'GET', `/trpc/${call.name}`, input)
  return { rest, trpc }
}

/** Returns the parts of a refusal that programs read. Only the texts of its issues may differ between the APIs. */
function saidAtRest({ status, json }: Answer) {
  const { code, reason, issues } = json()
  return { status, code, reason, paths: pathsOf(issues) }
}

function saidAtTrpc({ status, json }: Answer) {
  const { code, reason, issues } = json().error.data
  return { status, code, reason, paths: pathsOf(issues) }
}

const pathsOf = (issues?: { path: string }[]) => issues?.map(({ path }) => path).toSorted()

/** Removes durations from a response, because they differ between calls. */
const untimed = ({ body }: Answer): Json => JSON.parse(body.replaceAll(/"\d+ ms"/g, '"some ms"'))

const byStranger =
  ({ rest }: TestApp): Send =>
  (method, url, payload) =>
    rest({ method, url, ...(payload && { payload }) })

// REST runs procedures with a runner of its own, and the page with tRPC's.
test('a call that is refused is refused alike at both doors', async () => {
  await using app = await testApp()
  const [alice, newcomer] = [await app.person(), await app.person({ isOnboarded: false })]
  const callers: [string, Send][] = [
    ['stranger', byStranger(app)],
    ['newcomer', newcomer.rest],
  ]

  for (const call of restCalls) {
    for (const bad of badInputsOf(call.row, noBelongings)) {
      const { rest, trpc } = await atBothDoors(alice.rest, call, bad)
      expect([call.route, bad, rest.status]).toEqual([call.route, bad, 400])
      expect([call.route, bad, saidAtRest(rest)]).toEqual([call.route, bad, saidAtTrpc(trpc)])
    }
    for (const [caller, by] of callers) {
      if (refusalOf(call.row.who, caller as 'stranger') === undefined) continue
      const { rest, trpc } = await atBothDoors(by, call, inputOf(call.row, noBelongings))
      expect([call.route, caller, saidAtRest(rest)]).toEqual([call.route, caller, saidAtTrpc(trpc)])
    }
  }
})

test('a call that reads answers the same at both doors, and as its description says', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const owned: Belongings = await makeBelongings({ ask: askBy(alice.rest) }, restKinds)
  const reads = restCalls.filter(({ method }) => method === 'GET')
  expect(reads.length).toBeGreaterThan(20)

  for (const call of reads) {
    const { rest, trpc } = await atBothDoors(alice.rest, call, inputOf(call.row, owned))
    expect([call.route, rest.status]).toEqual([call.route, statusFor(call, 'owner')])
    if (rest.status >= 400) {
      expect([call.route, saidAtRest(rest)]).toEqual([call.route, saidAtTrpc(trpc)])
      continue
    }
    // tRPC validates each response against its schema; REST leaves that to tests.
    const [atRest, atTrpc] = [untimed(rest), untimed(trpc).result.data]
    // Version 1 answers with the bare rows of a list.
    const isBare = Array.isArray(atRest) && !Array.isArray(atTrpc)
    expect([call.route, atRest]).toEqual([call.route, isBare ? atTrpc.data : atTrpc])
  }
})

import { expect, test } from 'vitest'
import { refusalOf } from '../support/admission.ts'
import {
  type Belongings,
  makeBelongings,
  noBelongings,
  requestWith,
} from '../support/belongings.ts'
import { badInputsOf, inputOf } from '../support/call-row.ts'
import {
  buildRequest,
  type RestCall,
  restCalls,
  restKinds,
  statusFor,
} from '../support/rest-calls.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

type Fields = Record<string, unknown>
type Json = ReturnType<typeof JSON.parse>
type TestResponse = { status: number; body: string; json: () => Json }
type Send = (method: 'GET', path: string, body?: object) => Promise<TestResponse>

/** Sends the same call to the REST API and to the tRPC API. */
async function callBothApis(send: Send, call: RestCall, input: Fields) {
  const { method, path, body } = buildRequest(call, input)
  const rest = await send(method as 'GET', path, body)
  const isRead = call.method === 'GET'
  const trpc = isRead
    ? await send('GET', `/trpc/${call.name}?input=${encodeURIComponent(JSON.stringify(input))}`)
    : await send('POST' as 'GET', `/trpc/${call.name}`, input)
  return { rest, trpc }
}

/** Returns the parts of a refusal that programs read. Only the texts of its issues may differ between the APIs. */
function restProblem({ status, json }: TestResponse) {
  const { code, reason, issues } = json()
  return { status, code, reason, paths: pathsOf(issues) }
}

function trpcProblem({ status, json }: TestResponse) {
  const { code, reason, issues } = json().error.data
  return { status, code, reason, paths: pathsOf(issues) }
}

const pathsOf = (issues?: { path: string }[]) => issues?.map(({ path }) => path).toSorted()

/** Removes durations from a response, because they differ between calls. */
const withoutTimes = ({ body }: TestResponse): Json =>
  JSON.parse(body.replaceAll(/"\d+ ms"/g, '"some ms"'))

const asStranger =
  ({ rest }: TestApp): Send =>
  (method, url, payload) =>
    rest({ method, url, ...(payload && { payload }) })

// REST runs procedures with a runner of its own, and the page with tRPC's.
test('a refused call gets the same refusal from both APIs', async () => {
  await using app = await testApp()
  const [alice, newcomer] = [await app.person(), await app.person({ isOnboarded: false })]
  const callers: [string, Send][] = [
    ['stranger', asStranger(app)],
    ['newcomer', newcomer.rest],
  ]

  for (const call of restCalls) {
    for (const bad of badInputsOf(call.row, noBelongings)) {
      const { rest, trpc } = await callBothApis(alice.rest, call, bad)
      expect([call.route, bad, rest.status]).toEqual([call.route, bad, 400])
      expect([call.route, bad, restProblem(rest)]).toEqual([call.route, bad, trpcProblem(trpc)])
    }
    for (const [caller, send] of callers) {
      if (refusalOf(call.row.who, caller as 'stranger') === undefined) continue
      const { rest, trpc } = await callBothApis(send, call, inputOf(call.row, noBelongings))
      expect([call.route, caller, restProblem(rest)]).toEqual([
        call.route,
        caller,
        trpcProblem(trpc),
      ])
    }
  }
})

test('a read call gets the same response from both APIs, as its description promises', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const belongings: Belongings = await makeBelongings(
    { request: requestWith(alice.rest) },
    restKinds,
  )
  const reads = restCalls.filter(({ method }) => method === 'GET')
  expect(reads.length).toBeGreaterThan(20)

  for (const call of reads) {
    const { rest, trpc } = await callBothApis(alice.rest, call, inputOf(call.row, belongings))
    expect([call.route, rest.status]).toEqual([call.route, statusFor(call, 'owner')])
    if (rest.status >= 400) {
      expect([call.route, restProblem(rest)]).toEqual([call.route, trpcProblem(trpc)])
      continue
    }
    // tRPC validates each response against its schema; REST leaves that to tests.
    const [restResult, trpcResult] = [withoutTimes(rest), withoutTimes(trpc).result.data]
    // Version 1 answers with the bare rows of a list.
    const isBareList = Array.isArray(restResult) && !Array.isArray(trpcResult)
    expect([call.route, restResult]).toEqual([
      call.route,
      isBareList ? trpcResult.data : trpcResult,
    ])
  }
})

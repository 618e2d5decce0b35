import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import { openDatabase } from '#db/database.ts'
import { calls as callRows } from '../calls.ts'
import { columnsOf, noBelongings } from '../support/belongings.ts'
import {
  foreignInputsOf,
  inputOf,
  kindAbout,
  namingFieldsOf,
  type Row,
} from '../support/call-row.ts'
import { startClerkStandIn } from '../support/clerk-stand-in.ts'
import { blame, blameEach, drill, mergeTallies, type Tally, tally } from '../support/drill.ts'
import {
  CALLS_BY_KEY,
  type Credentials,
  type Enrol,
  joinAsStaff,
  type Merchant,
  type MerchantData,
  makeMerchant,
  readMerchantData,
  withClerk,
  withPassword,
} from '../support/foreign-merchant.ts'
import {
  createKeepAliveClient,
  type KeepAliveClient,
  type PlainResponse,
} from '../support/keep-alive.ts'
import { type KillableServer, startKillableServer } from '../support/killable-server.ts'
import { findBrokenInvariants } from '../support/ledger.ts'
import { procedureTypes } from '../support/procedures.ts'
import { startReceiver } from '../support/receiver.ts'
import { buildRequest, restCalls } from '../support/rest-calls.ts'

const AT_ONCE = 12
/** A mark in every text of the foreign merchants, and in nothing else. */
const CANARY = 'Zq7canary'

type Call = { name: string; method: string; path: string; row: Row }
type Foreign = Merchant & MerchantData
type TenantContext = {
  client: KeepAliveClient
  url: string
  calls: Call[]
  callers: Record<string, Credentials>
  foreigners: Foreign[]
}
type Scope = { foreigners: number; hasAllKinds: boolean; only?: RegExp; callers?: RegExp }

/** Lists the calls of the OpenAPI document and of tRPC, each with its row. Blames missing and superfluous rows. */
async function listCalls({ send }: KeepAliveClient, found: Tally): Promise<Call[]> {
  const document = JSON.parse((await send({ path: '/api/openapi.json' })).body) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  const rest = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId: name }]) => ({
      name,
      method: method.toUpperCase(),
      path,
    })),
  )
  const trpc = Object.entries(procedureTypes).map(([name, type]) => ({
    name,
    method: type === 'mutation' ? 'POST' : 'GET',
    path: `/trpc/${name}`,
  }))
  const listed = [...rest, ...trpc].map((call) => ({ ...call, row: rowFor(call) }))
  const usedRows = new Set(listed.map(({ row }) => row))
  for (const { name, row } of listed) {
    if (row === undefined) blame(found, 'crashed', `${name} has no row in tests/calls.ts`)
  }
  for (const [name, row] of Object.entries(callRows)) {
    if (!usedRows.has(row)) blame(found, 'crashed', `${name} has a row and is not a call`)
  }
  return listed.flatMap(({ row, ...call }) => (row ? [{ ...call, row }] : []))
}

/** Finds the row by method and path first: a second path of a procedure has its own row and name. */
function rowFor({ name, method, path }: Omit<Call, 'row'>): Row | undefined {
  const rest = restCalls.find((each) => each.method === method && each.template === path)
  return rest?.row ?? callRows[name]
}

/** Builds the request that carries this input. */
function requestFor({ method, path, row }: Call, input: Record<string, unknown>) {
  const headers: Credentials = method === 'POST' ? { 'idempotency-key': randomUUID() } : {}
  if (path.startsWith('/trpc/') && method === 'GET') {
    const query = `input=${encodeURIComponent(JSON.stringify(input))}`
    return { method, path: `${path}?${query}`, headers, isEndless: row.isEndless }
  }
  return { ...buildRequest({ method, template: path }, input), headers, isEndless: undefined }
}

async function send(
  { client, url }: TenantContext,
  call: Call,
  { credentials, input }: { credentials: Credentials; input: object },
): Promise<PlainResponse> {
  const { headers, isEndless, ...request } = requestFor(call, { ...input })
  if (isEndless) return readFirstChunk(url + request.path, credentials)
  return client.send({ ...request, headers: { ...headers, ...credentials } })
}

/** Returns the first chunk of an endless response. */
async function readFirstChunk(target: string, credentials: Credentials): Promise<PlainResponse> {
  const controller = new AbortController()
  const response = await fetch(target, { headers: credentials, signal: controller.signal })
  const chunk = await response.body?.getReader().read()
  controller.abort()
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(chunk?.value ?? []).toString('utf8'),
  }
}

/** Returns an ID as similar as possible to this one, which no row ever had. */
const unusedIdLike = (id: string): string =>
  id.replace(/.{1,4}$/, (tail) =>
    [...tail].map((sign) => String.fromCharCode(rotateCode(sign.charCodeAt(0)))).join(''),
  )

function rotateCode(code: number): number {
  for (const [first, size] of [
    [48, 10],
    [65, 26],
    [97, 26],
  ] as const) {
    if (code >= first && code < first + size) return first + ((code - first + 5) % size)
  }
  return code
}

const volatileHeaders = new Set(['date', 'x-request-id', 'content-length', 'etag', 'set-cookie'])

/** Returns a response without parts that depend on the time, and without the ID that it repeats. */
function stableTextOf({ status, headers, body }: PlainResponse, id: string): string {
  const stableHeaders = Object.entries(headers).filter(([name]) => !volatileHeaders.has(name))
  return `${status} ${JSON.stringify(stableHeaders)} ${body}`
    .replaceAll(encodeURIComponent(id), '<id>')
    .replaceAll(id, '<id>')
    .replaceAll(/\breq_[\w-]+/g, '<request>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')
    .replaceAll(/\bevt_\w{26}\b/g, '<event>')
}

/** Returns the foreign marks and IDs in a response to a request that did not contain them. */
function leakedMarks(
  { foreigners }: TenantContext,
  { headers, body }: PlainResponse,
  sent: string,
): string[] {
  const text = `${JSON.stringify(headers)} ${body}`.replaceAll(sent, '')
  const ids = foreigners.flatMap((each) => [...each.ids.values()]).filter((id) => id !== sent)
  return [CANARY, CANARY.toLowerCase(), ...ids].filter((word) => text.includes(word))
}

type Cell = { call: Call; caller: string; kind: string; id: string }

/** Returns inputs with this ID in each field that takes an ID, and in a `merchantId` that the call does not take. */
function inputsWith({ row }: Call, id: string) {
  const { named, narrowed } = foreignInputsOf(row, noBelongings, id)
  return [
    ...named.map((input) => ({ input, mustRefuse: true })),
    ...narrowed.map((input) => ({ input, mustRefuse: false })),
    { input: { ...inputOf(row, noBelongings), merchantId: id }, mustRefuse: false },
  ]
}

async function tryCell(context: TenantContext, { call, caller, kind, id }: Cell, found: Tally) {
  const credentials = context.callers[caller] ?? {}
  const others = inputsWith(call, unusedIdLike(id))
  for (const [at, { input, mustRefuse }] of inputsWith(call, id).entries()) {
    const response = await send(context, call, { credentials, input })
    const other = await send(context, call, { credentials, input: { ...others[at]?.input } })
    const isAlike = stableTextOf(response, id) === stableTextOf(other, unusedIdLike(id))
    const isRefused = response.status >= 400 && response.status < 500
    const marks = leakedMarks(context, response, id)
    const text = `${call.method} ${call.path} as ${caller} with ${kind}: ${response.status} ${marks} ${response.body.slice(0, 150)} | ${other.status} ${other.body.slice(0, 150)}`
    if (response.status === 500) blame(found, 'crashed', text)
    if (isAlike && marks.length === 0 && (isRefused || !mustRefuse)) continue
    blame(found, 'leaked', text)
  }
  found.tried += 1
}

/**
 * Excludes endless calls, which have no complete response. Also excludes calls that end the caller's membership, which
 * would break later calls.
 */
const hasNoIds = ({ row }: Call) =>
  namingFieldsOf(row).length === 0 && !row.isEndless && !row.isLast

/** Checks that calls without an ID reveal nothing of another merchant to any caller. */
async function callWithoutIds(context: TenantContext, found: Tally): Promise<void> {
  for (const call of context.calls.filter(hasNoIds)) {
    for (const [caller, credentials] of Object.entries(context.callers)) {
      const input = inputOf(call.row, noBelongings)
      const response = await send(context, call, { credentials, input })
      for (const word of leakedMarks(context, response, '')) {
        blame(found, 'leaked', `${call.method} ${call.path} tells ${caller} ${word}`)
      }
    }
  }
}

/** Returns the kind of the only ID with which a quick drill tries a call: the kind that the call is about. */
function ownKind({ row }: Call, ids: Foreign['ids']): string {
  const kind = kindAbout(row)
  return (kind && columnsOf[kind].find((column) => ids.has(column))) ?? 'merchants.id'
}

function cellsOf(
  { calls, callers, foreigners }: TenantContext,
  { hasAllKinds, only, callers: callerPattern = /./ }: Scope,
): Cell[] {
  const chosen = calls.filter(({ name }) => only === undefined || only.test(name))
  return chosen.flatMap((call) =>
    Object.keys(callers)
      .filter((caller) => callerPattern.test(caller))
      .flatMap((caller) =>
        foreigners.flatMap(({ ids }) => {
          const own = ownKind(call, ids)
          return [...ids]
            .filter(([kind]) => hasAllKinds || kind === own)
            .map(([kind, id]) => ({ call, caller, kind, id }))
        }),
      ),
  )
}

/** Waits until the merchants' own events, mails and log entries are done, so that later changes come from others. */
async function waitUntilQuiet({ databaseUrl }: KillableServer, merchants: number): Promise<void> {
  const { db, close } = openDatabase({ url: databaseUrl })
  await vi.waitFor(
    async () => {
      const events = await db.selectFrom('webhookEvents').select('status').execute()
      expect(events.filter(({ status }) => status !== 'success')).toEqual([])
      const mails = await db.selectFrom('mails').select('status').execute()
      expect(mails.filter(({ status }) => status === 'waiting')).toEqual([])
      const calls = await db.selectFrom('requestLog').select('id').execute()
      expect(calls).toHaveLength(merchants * CALLS_BY_KEY)
    },
    { timeout: 60_000, interval: 50 },
  )
  await close()
}

async function prepare(
  server: KillableServer,
  { client, enrol, hookUrl }: { client: KeepAliveClient; enrol: Enrol; hookUrl: string },
  { scope, found }: { scope: Scope; found: Tally },
): Promise<TenantContext> {
  const numbers = Array.from({ length: scope.foreigners }, (_, n) => n)
  const common = { client, enrol, hookUrl }
  const [mallory, ...victims] = await Promise.all(
    ['Mallory', ...numbers.map((n) => `${CANARY}${'abc'[n]}`)].map((name) =>
      makeMerchant({ ...common, name }),
    ),
  )
  if (!mallory) throw new Error('nobody asks')
  const staff = await joinAsStaff(common, mallory)
  await waitUntilQuiet(server, victims.length + 1)
  const foreigners = await Promise.all(
    victims.map(async (each) => ({
      ...each,
      ...(await readMerchantData(server.databaseUrl, each.id)),
    })),
  )
  const empty = new Set(foreigners.flatMap((each) => each.empty))
  for (const table of empty) blame(found, 'crashed', `nobody has anything in ${table}`)
  const callers = { owner: mallory.owner, key: mallory.key, staff, nobody: {} }
  return { client, url: server.url, calls: await listCalls(client, found), callers, foreigners }
}

async function attack(server: KillableServer, scope: Scope, enrolWith?: Enrol): Promise<Tally> {
  const found = tally()
  await using endpoint = await startReceiver()
  using client = createKeepAliveClient(server.url, AT_ONCE)
  const enrol = enrolWith ?? withPassword(client)
  const hookUrl = endpoint.url
  const context = await prepare(server, { client, enrol, hookUrl }, { scope, found })
  await callWithoutIds(context, found)
  const cells = cellsOf(context, scope).values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const cell of cells) await tryCell(context, cell, found)
    }),
  )
  await server.stop()
  for (const { id, hashes, name } of context.foreigners) {
    const now = (await readMerchantData(server.databaseUrl, id)).hashes
    const changed = [...hashes].filter(([table, hash]) => now.get(table) !== hash)
    if (changed.length === 0) continue
    const tables = changed.map(([table]) => table).join(', ')
    blame(found, 'leaked', `what ${name} has is not what it was: ${tables}`)
  }
  const broken = await findBrokenInvariants(server.databaseUrl)
  blameEach(found, 'crashed', broken)
  const kinds = context.foreigners[0]?.ids.size
  const summary = `${context.calls.length} calls, ids of ${kinds} kinds, ${scope.foreigners} merchants`
  return { ...found, notes: [summary] }
}

// Keeps payments pending, so that nothing changes by itself.
const noSettlement = { SANDBOX_SETTLEMENT_MS: '86400000' }

async function attackBothProviders(scope: Scope, underClerk = scope): Promise<Tally> {
  const own = async () => {
    await using server = await startKillableServer(noSettlement)
    return await attack(server, scope)
  }
  const byClerk = async () => {
    await using clerk = await startClerkStandIn()
    await using server = await startKillableServer({ ...noSettlement, ...clerk.environment() })
    return await attack(server, underClerk, withClerk(clerk, server.url))
  }
  // Waits for both, even if one fails, so that no server is left running.
  const outcomes = await Promise.allSettled([own(), byClerk()])
  const found = outcomes.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  })
  const named = (each: Tally, n: number, key: 'notes' | 'findings') =>
    each[key].map((text) => `${n ? 'Clerk' : 'own'}: ${text}`)
  return mergeTallies(
    found.map((each, n) => ({
      ...each,
      notes: named(each, n, 'notes'),
      findings: named(each, n, 'findings'),
    })),
  )
}

const QUICK = 600
const FULL = 45_000
const quickScope: Scope = { foreigners: 1, hasAllKinds: false }

drill({
  row: 'tenants',
  what: 'every call with every kind of id of other merchants, by session, staff, key and without sign-in, under both providers',
  quick: QUICK,
  full: FULL,
  run: (count) =>
    count > QUICK
      ? attackBothProviders({ foreigners: 3, hasAllKinds: true })
      : attackBothProviders(quickScope, { ...quickScope, callers: /owner|nobody/ }),
  selfTest: async () => {
    await using server = await startKillableServer(noSettlement, { fault: 'shared-merchants' })
    return await attack(server, { ...quickScope, only: /^(?:transactions|customers)\./ })
  },
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { settleDue } from '#server/features/transactions/settle/settle-due.ts'
import { addFault, addFaults, drill, type Tally, tally } from '../support/drill.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { createOnlineProcessor, depsWithProcessor } from '../support/online-processor.ts'
import { testApp } from '../support/test-app.ts'

const MAX_MS = 5000
const RESPONSE_MS = 300
const SLOW_RESPONSE_MS = 900
const HOUR_MS = 3_600_000

/** Starts an HTTP service that responds after `responseMs`. */
async function slowService(responseMs: number) {
  const server = createServer((_, response) => setTimeout(() => response.end('{}'), responseMs))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ask: async () => (await fetch(`http://127.0.0.1:${port}/`)).json(),
    [Symbol.dispose]: () => server.close(),
  }
}

/** Settles `count` payments due at once at a slow processor, with two settlers in parallel. */
async function settleAll(count: number, responseMs: number): Promise<Tally> {
  const askCounts = new Map<string, number>()
  using service = await slowService(responseMs)
  const processor = createOnlineProcessor({
    pay: async ({ createdAtMs }) => ({ stage: 'processing', pollAtMs: createdAtMs + HOUR_MS }),
    readProgress: async ({ id }) => {
      askCounts.set(id, (askCounts.get(id) ?? 0) + 1)
      await service.ask()
      return { stage: 'succeeded' }
    },
  })
  await using app = await testApp({ deps: depsWithProcessor(processor) })
  const alice = await app.person()
  for (let n = 0; n < count; n++) await alice.rest('POST', '/api/payments', payment())
  app.clock.advance(2 * HOUR_MS)
  const startedAt = performance.now()
  await Promise.all([settleDue(app.world), settleDue(app.world)])
  const tookMs = performance.now() - startedAt
  const rows = await app.db.selectFrom('transactions').select(['id', 'status']).execute()
  const found = tally({
    tried: askCounts.size,
    notes: [`${count} due, each answered after ${responseMs} ms, in ${Math.round(tookMs)} ms`],
  })
  for (const { id, status } of rows) {
    if (status !== 'success') addFault(found, 'lost', `${id} is ${status}`)
    if ((askCounts.get(id) ?? 0) > 1)
      addFault(found, 'doubled', `${id} was asked for ${askCounts.get(id)} times`)
  }
  if (tookMs > MAX_MS) addFault(found, 'crashed', `${count} due took ${Math.round(tookMs)} ms`)
  addFaults(
    found,
    'crashed',
    (await ledgerFindings(app)).map(({ invariant }) => invariant),
  )
  return found
}

drill({
  row: 'due-payments',
  what: `payments of an account that are due at once, at a processor that answers after ${RESPONSE_MS} ms, settled by two side by side within ${MAX_MS} ms, each asked for once`,
  quick: 100,
  full: 100,
  measuresTime: true,
  run: (count) => settleAll(count, RESPONSE_MS),
  selfTest: () => settleAll(100, SLOW_RESPONSE_MS),
})

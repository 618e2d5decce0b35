import { checkDueDisputes } from '#server/features/refunds/from-processor/check-disputes.ts'
import { payment } from './make.ts'
import { type Person, SETTLEMENT_MS, type TestApp } from './test-app.ts'

type PageRequest = {
  post: (url: string, options: { data: object }) => Promise<{ json: () => Promise<unknown> }>
  get: (url: string) => Promise<{ json: () => Promise<unknown> }>
}

/** Takes a payment that the sandbox disputes, with the session of a browser page. Returns the dispute's id. */
export async function disputeAtSandbox(server: TestApp, request: PageRequest): Promise<string> {
  const response = await request.post('/api/transactions', { data: payment({ amount: '42.11' }) })
  const { id } = (await response.json()) as { id: string }
  await checkDueDisputes(server.world)
  // The page server settles later than other test servers, so its own settings give the time.
  server.clock.advance(server.world.config.sandboxSettlementMs)
  await checkDueDisputes(server.world)
  const list = await request.get(`/api/disputes?transactionId=${id}`)
  const [dispute] = (await list.json()) as { id: string }[]
  if (!dispute) throw new Error('the payment is not disputed')
  return dispute.id
}

/** Takes a payment that the sandbox disputes after its settlement time, and returns the dispute's id. */
export async function disputeOf(
  app: TestApp,
  person: Person,
  amount = '42.11',
  overrides: Record<string, unknown> = {},
): Promise<string> {
  const paid = await person.api.transactions.create.mutate(payment({ amount, ...overrides }))
  await checkDueDisputes(app.world)
  app.clock.advance(SETTLEMENT_MS)
  await checkDueDisputes(app.world)
  const { data } = await person.api.disputes.list.query({ transactionId: paid.id })
  const [dispute] = data
  if (!dispute) throw new Error('the payment is not disputed')
  return dispute.id
}

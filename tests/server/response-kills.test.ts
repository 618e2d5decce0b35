import { expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { createPayPalShop, type PayPalShop } from '../support/paypal-shop.ts'
import { runJobWith } from '../support/run-job.ts'
import { testApp } from '../support/test-app.ts'

/** Statements of sending a response: its lease, its step in the history, the read that follows, and the commit. */
const killPoints = [
  ['set "?leased_until', 1],
  ['insert into "?dispute_events', 1],
  ['insert into "?processor_events', 1],
  ['^commit', 1],
] as const

/** Kills of a full drill are set by hand; each takes a second and more. */
const KILLS = Number(process.env.RESPONSE_KILLS ?? killPoints.length)
/** A killed process wastes one lease, so that few responses meet all statements. */
const RESPONSES = Math.max(1, Math.ceil(KILLS / 10))
const KILL_MS = 3_600_000
const TEN_MINUTES_MS = 600_000

/** Takes a payment that is disputed, and a response that did not reach PayPal. */
async function respondInVain(shop: PayPalShop): Promise<string> {
  await shop.payApproved()
  const { dispute_id: ref } = shop.paypal.dispute(shop.account, shop.lastCapture())
  await shop.later(TEN_MINUTES_MS)
  await shop.poll()
  const [dispute] = (await shop.ada.api.disputes.list.query({ sort: '-createdAt' })).data
  if (!dispute) throw new Error('the payment is not disputed')
  const fields = { explanation: 'It arrived.' }
  await shop.ada.api.disputes.saveEvidence.mutate({ id: dispute.id, version: 0, fields })
  shop.paypal.fail({ kind: '500', when: 'before', call: /provide-evidence/ })
  const { status } = await shop.ada.rest('POST', `/api/disputes/${dispute.id}/submit`, {})
  expect(status).toBe(503)
  return ref
}

test(
  'PayPal gets an answer once when processes are killed at any statement of sending it',
  async () => {
    const fresh = await freshDatabase()
    await using _removed = { [Symbol.asyncDispose]: fresh.remove }
    const shop = await createPayPalShop({ fresh })
    await using paypal = shop.paypal
    const refs: string[] = []
    for (let n = 0; n < RESPONSES; n++) refs.push(await respondInVain(shop))
    let nowMs = shop.app.clock.now()
    await shop.app[Symbol.asyncDispose]()
    const run = (...kill: (string | number)[]) => {
      // The lease of a killed process has expired by then.
      nowMs += TEN_MINUTES_MS
      return runJobWith({ PAYPAL_API_URL: paypal.url }, 'answers', fresh.url, nowMs, ...kill)
    }

    const exits: (string | number)[] = []
    for (let n = 0; n < KILLS; n++) {
      exits.push(await run(...(killPoints[n % killPoints.length] ?? [])))
    }
    exits.push(await run(), await run())

    expect(exits.slice(-2)).toEqual([0, 0])
    expect(exits.filter((exit) => exit === 'SIGKILL').length).toBeGreaterThan(KILLS / 3)
    for (const ref of refs) expect(shop.account.disputes.get(ref)?.evidences).toHaveLength(1)
    await using app = await testApp({ fresh })
    const submitted = await app.db
      .selectFrom('disputeEvents')
      .select('disputeId')
      .where('type', '=', 'submitted')
      .execute()
    expect(submitted).toHaveLength(RESPONSES)
    expect(new Set(submitted.map(({ disputeId }) => disputeId)).size).toBe(RESPONSES)
    const open = await app.db.selectFrom('disputes').select('id').where('answer', 'is not', null)
    expect(await open.execute()).toEqual([])
  },
  KILL_MS,
)

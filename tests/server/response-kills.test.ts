import { expect, test } from 'vitest'
import { freshDatabase } from '../support/database.ts'
import { createPayPalShop, type PayPalShop } from '../support/paypal-shop.ts'
import { endAtEveryStatement, runInProcess, runUntilCut } from '../support/step-runs.ts'

/**
 * `RESPONSE_KILLS=300` runs this test as a drill, which kills processes; by default the job is cut off from the database
 * in this process. Either way each response ends before its first statement, then before its second, and so on.
 */
const { RESPONSE_KILLS } = process.env
const kills = Number(RESPONSE_KILLS ?? 1)
const run = RESPONSE_KILLS === undefined ? runUntilCut : runInProcess
const LIMIT_MS = 3_600_000
/** Longer than a lease of the process that was killed. */
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
    await using shop = await createPayPalShop({ fresh })
    const { app, paypal } = shop
    const send = (killAt?: { number: number }) => {
      app.clock.advance(TEN_MINUTES_MS)
      paypal.advance(TEN_MINUTES_MS)
      const nowMs = app.clock.now()
      const step = { step: 'answers', url: fresh.url, nowMs, payPalUrl: paypal.url } as const
      return run({ ...step, ...(killAt && { killAt }) })
    }
    const refs: string[] = []
    let killed = 0

    while (killed < kills) {
      await shop.ada.signIn()
      refs.push(await respondInVain(shop))
      killed += await endAtEveryStatement(send)
    }

    expect([await send(), await send()]).toEqual([0, 0])
    // Its lease, its step in the history, the read that follows and the commits are more than these.
    expect(killed).toBeGreaterThan(4 * refs.length)
    for (const ref of refs) expect(shop.account.disputes.get(ref)?.evidences).toHaveLength(1)
    const submitted = await app.db
      .selectFrom('disputeEvents')
      .select('disputeId')
      .where('type', '=', 'submitted')
      .execute()
    expect(submitted).toHaveLength(refs.length)
    expect(new Set(submitted.map(({ disputeId }) => disputeId)).size).toBe(refs.length)
    const open = await app.db.selectFrom('disputes').select('id').where('answer', 'is not', null)
    expect(await open.execute()).toEqual([])
    process.stdout.write(`${refs.length} responses, ${killed} kills\n`)
  },
  LIMIT_MS,
)

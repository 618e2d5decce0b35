import { expect, test } from 'vitest'
import { settleDue } from '#server/features/transactions/settle/settle-due.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { payment } from '../support/make.ts'
import { createOnlineProcessor, depsWithProcessor } from '../support/online-processor.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'
import { setWebhookUrl } from '../support/webhooks.ts'

const pay = async (person: Person, more: object) =>
  (await person.rest('POST', '/api/payments', { ...payment({ amount: '20.00' }), ...more })).json()

async function eventsFor(app: TestApp, id: string) {
  const events = await app.db
    .selectFrom('webhookEvents')
    .select(['eventType', 'payload'])
    .where('objectId', '=', id)
    .orderBy('id')
    .execute()
  return events.map(({ eventType, payload }) => [eventType, JSON.parse(payload).data.status])
}

test('a payment that waits for its capture or its payer sends one event, when it is stored', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await setWebhookUrl(alice, 'https://93.184.215.14/hook')

  const authorizedPayment = await pay(alice, { captureMethod: 'manual' })
  const open = await pay(alice, { amount: '20.06' })
  const plain = await pay(alice, {})
  await settleDue(app.world)

  expect(await eventsFor(app, authorizedPayment.id)).toEqual([
    ['payment.pending', 'pending'],
    ['payment.authorized', 'pending'],
  ])
  expect(await eventsFor(app, open.id)).toEqual([
    ['payment.pending', 'pending'],
    ['payment.requires_action', 'pending'],
  ])
  expect(await eventsFor(app, plain.id)).toEqual([['payment.completed', 'success']])
  expect(await ledgerFindings(app)).toEqual([])
})

test('a stage that a processor reaches later sends one event, however often it is polled', async () => {
  let stage: 'requires_action' | 'authorized' = 'requires_action'
  const progress = async (_: object, nowMs: number) =>
    stage === 'authorized'
      ? ({ stage, captureBeforeMs: nowMs + 86_400_000, pollAtMs: nowMs + 1000 } as const)
      : ({ stage, pollAtMs: nowMs + 1000 } as const)
  const processor = createOnlineProcessor({ pay: progress, readProgress: progress })
  await using app = await testApp({ deps: depsWithProcessor(processor) })
  const alice = await app.person()
  await setWebhookUrl(alice, 'https://93.184.215.14/hook')
  const { id } = await pay(alice, { captureMethod: 'manual' })

  for (const next of ['requires_action', 'authorized', 'authorized', 'requires_action'] as const) {
    stage = next
    app.clock.advance(1000)
    await settleDue(app.world)
  }

  expect((await eventsFor(app, id)).map(([type]) => type)).toEqual([
    'payment.requires_action',
    'payment.pending',
    'payment.authorized',
  ])
  expect(await ledgerFindings(app)).toEqual([])
})

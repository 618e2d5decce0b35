import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { secretBox } from '#server/core/secrets/secret-box.ts'
import { openLinkToken } from '#server/features/payment-links/link-token.ts'
import { countByKey, readSealedSecrets } from '#server/ops/sealed.ts'
import { damage } from '../support/damage.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { createLink, pay, trustProxy } from '../support/pay-page.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'
import { integrationOf, setWebhookUrl } from '../support/webhooks.ts'

async function somePayments(app: TestApp, alice: Person) {
  await setWebhookUrl(alice, 'https://93.184.215.14/hook')
  const { id } = await integrationOf(alice)
  await alice.rest('PUT', `/api/integrations/${id}`, { events: ['payment_link.paid'] })
  const link = await createLink(alice, {
    amountKind: 'chosen',
    maxUses: 3,
    questions: [{ label: 'A' }],
  })
  await createLink(alice)
  const forms: Record<string, string>[] = [
    { amount: '10', answer0: 'Zenobia' },
    { amount: '10', method: 'bank', email: 'other@example.com', answer0: 'Quirk' },
    { amount: '10.01', email: 'third@example.com' },
  ]
  for (const [at, fields] of forms.entries()) {
    await pay(app, link.path, fields, { address: `203.0.113.${at}` })
  }
  return link
}

test.each([
  ['a payment too many', sql`update payment_links set paid = paid + 1 where paid > 0`, 'counts'],
  ['a lost failure', sql`update payment_links set failed = 0 where failed > 0`, 'counts'],
  ['a wrong sum', sql`update payment_links set paid_amount = 7 where paid > 0`, 'counts'],
  [
    'a payment that lost its link',
    sql`update transactions set link_id = null where status = 'success'`,
    'counts',
  ],
  [
    'a payment of a link that is gone',
    sql`update transactions set link_id = 'lnk_gone' where status = 'success'`,
    'every payment by a link',
  ],
  ['another currency', sql`update payment_links set currency = 'USD'`, 'every payment by a link'],
  ['lost answers', sql`delete from payment_link_answers`, 'every payment by a link'],
  [
    'answers of no payment',
    sql`update payment_link_answers set transaction_id = 'txn_gone' where answers like '%Quirk%'`,
    'every answer to a payment link',
  ],
  [
    'a customer of nobody',
    sql`update payment_links set customer_id = 'cus_gone'`,
    'the customer of a payment link',
  ],
  [
    'a link that no search finds',
    sql`delete from search_texts where kind = 'payment_link'`,
    'every payment link can be found',
  ],
  [
    'a link of no merchant',
    sql`update payment_links set merchant_id = 'mer_gone' where payments = 0`,
    'every row belongs to a merchant',
  ],
])('%s is found', async (_, statement, invariant) => {
  await using app = await testApp({ environment: trustProxy })
  await somePayments(app, await app.person())
  expect(await ledgerFindings(app)).toEqual([])

  await damage(app, statement)

  const findings = await ledgerFindings(app)
  expect(findings.map((finding) => finding.invariant)).toContainEqual(
    expect.stringContaining(invariant),
  )
})

test('answers of an erased customer are found in every table', async () => {
  await using app = await testApp({ environment: trustProxy })
  const alice = await app.person()
  await somePayments(app, alice)
  const { data } = await alice.api.customers.list.query({ search: 'ada@example.com' })
  await alice.rest('DELETE', `/api/customers/${data[0]?.id}`)
  expect(await ledgerFindings(app)).toEqual([])

  await damage(
    app,
    sql`update payment_link_answers set answers = '[{"question":"A","answer":"Zenobia"}]' where answers is null`,
  )

  expect((await ledgerFindings(app)).map(({ invariant }) => invariant)).toEqual([
    'nothing that an erased customer answered at a payment link is kept',
  ])
})

test('the database itself refuses more payments than a link’s maximum uses', async () => {
  await using app = await testApp()
  await createLink(await app.person(), { maxUses: 1 })

  await expect(app.db.updateTable('paymentLinks').set({ payments: 2 }).execute()).rejects.toThrow(
    /check/i,
  )
})

test('link URLs stay the same under a new key', async () => {
  await using app = await testApp()
  const link = await createLink(await app.person())
  const [former, newest] = [Buffer.alloc(32, 7), Buffer.alloc(32, 9)]
  const world = { ...app.world, secretBox: secretBox([newest, former]) }

  const before = await countByKey(world)
  for await (const some of readSealedSecrets(world)) {
    for (const { location, reseal, replace } of some) {
      if (!location.startsWith('payment_links.token')) continue
      expect(await replace(app.db, await reseal())).toBe(true)
    }
  }

  expect(before.former).toBeGreaterThan(0)
  const row = await app.db.selectFrom('paymentLinks').selectAll().executeTakeFirstOrThrow()
  expect(openLinkToken(secretBox([newest]), row)).toBe(link.url.slice(-22))
})

test('removing a demo removes its links', async () => {
  await using app = await testApp({ environment: trustProxy })
  const visitor = await app.person({ isOnboarded: false })
  await visitor.api.demo.create.mutate({ timezone: 'Europe/Rome' })
  const link = await createLink(visitor)
  expect((await pay(app, link.path)).status).toBe(303)

  await visitor.api.demo.remove.mutate({})

  for (const table of [
    'merchants',
    'paymentLinks',
    'paymentLinkAnswers',
    'paymentLinkTries',
  ] as const) {
    expect([table, await app.count(table)]).toEqual([table, 0])
  }
  expect(await ledgerFindings(app)).toEqual([])
})

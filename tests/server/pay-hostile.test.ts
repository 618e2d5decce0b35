import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ledgerFindings } from '../support/ledger-findings.ts'
import { createLink, formTokenIn, openPage, sendForm, trustProxy } from '../support/pay-page.ts'
import { testApp } from '../support/test-app.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '\0',
    '<script>alert(1)</script>',
    "' or 1=1 --",
    '1e9',
    '-1',
    '٣',
    '4,99',
    '９',
  ),
)

test('the page responds to any input in words, and accepts only payments', async () => {
  await using app = await testApp({ environment: trustProxy })
  const alice = await app.person()
  const link = await createLink(alice, { amountKind: 'chosen', questions: [{ label: 'A' }] })
  const realForm = formTokenIn((await openPage(app, link.path)).body)
  let at = 0

  await fc.assert(
    fc.asyncProperty(
      fc.record({
        form: fc.oneof(fc.constant(realForm), text),
        amount: text,
        name: text,
        email: text,
        method: fc.oneof(fc.constantFrom('card', 'bank', 'cash'), text),
        answer0: text,
        proof: text,
      }),
      text,
      async (fields, query) => {
        const address = `10.1.${(at >> 8) & 255}.${at++ & 255}`
        const submitted = await sendForm(app, link.path, fields, { address })
        const donePage = await openPage(
          app,
          `${link.path}/done?form=${encodeURIComponent(query)}`,
          {
            address,
          },
        )
        const page = await openPage(app, `${link.path}?lang=${encodeURIComponent(query)}`, {
          address,
        })
        expect([303, 400, 404, 410, 429]).toContain(submitted.status)
        expect(donePage.status).toBe(404)
        expect([200, 400]).toContain(page.status)
        for (const { body } of [submitted, donePage, page])
          expect(body).not.toContain('<script>alert')
      },
    ),
    { numRuns: 150 },
  )
  // A form creates at most one payment.
  expect(await app.count('transactions')).toBeLessThanOrEqual(1)
  expect(await ledgerFindings(app)).toEqual([])
})

test('any quantities, tips and totals are refused in words or pay the total of the stored prices', async () => {
  await using app = await testApp({ environment: trustProxy })
  const alice = await app.person()
  const items = [
    { title: 'A', price: '2.00' },
    { title: 'B', price: '3.00', maxQuantity: 2 },
  ]
  const link = await createLink(alice, { amount: undefined, items, tipPercents: [10] })
  const mostly = (...values: string[]) =>
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: text })
  const few = mostly('', '0', '1', '2', '3')
  const countOf = (typed: string) => (/^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0)
  let at = 0

  await fc.assert(
    fc.asyncProperty(
      fc.record({
        quantity0: few,
        quantity1: few,
        quantity9: text,
        tip: mostly('none', '10'),
        shown: mostly('the total', '1'),
      }),
      async ({ shown: typedTotal, ...fields }) => {
        const sum = countOf(fields.quantity0) * 200 + countOf(fields.quantity1) * 300
        const total = fields.tip === '10' ? sum + Math.round(sum / 10) : sum
        const shown = typedTotal === 'the total' ? String(total) : typedTotal
        const payer = { address: `10.2.${(at >> 8) & 255}.${at++ & 255}` }
        const form = formTokenIn((await openPage(app, link.path, payer)).body)
        const submitted = await sendForm(app, link.path, { form, ...fields, shown }, payer)
        expect([200, 303, 400, 429]).toContain(submitted.status)
        expect(submitted.body).not.toContain('<script>alert')
      },
    ),
    { numRuns: 60 },
  )
  const paid = await app.db
    .selectFrom('transactions as payment')
    .innerJoin('paymentLinkAnswers as chosen', 'chosen.transactionId', 'payment.id')
    .select(['payment.amount', 'chosen.lines', 'chosen.tip'])
    .execute()
  expect(paid.length).toBeGreaterThan(0)
  for (const { amount, lines, tip } of paid) {
    const bought = JSON.parse(lines ?? '[]') as { title: string; quantity: number }[]
    const sums = bought.map(({ title, quantity }) => (title === 'A' ? 200 : 300) * quantity)
    expect(sums.reduce((all, sum) => all + sum, tip ?? 0)).toBe(amount)
  }
  expect(await ledgerFindings(app)).toEqual([])
})

test('a list of links keeps its views apart from those of other lists', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const view = { list: 'payment_links' as const, name: 'Active', search: { status: 'active' } }

  const saved = await alice.api.views.save.mutate(view)

  expect(await alice.api.views.list.query({ list: 'payment_links' })).toEqual([saved])
  expect(await alice.api.views.list.query({ list: 'refunds' })).toEqual([])
})

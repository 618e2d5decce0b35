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

test('a list of links keeps its views apart from those of other lists', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const view = { list: 'payment_links' as const, name: 'Active', search: { status: 'active' } }

  const saved = await alice.api.views.save.mutate(view)

  expect(await alice.api.views.list.query({ list: 'payment_links' })).toEqual([saved])
  expect(await alice.api.views.list.query({ list: 'refunds' })).toEqual([])
})

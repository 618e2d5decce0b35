import { expect, test } from 'vitest'
import { auditEntriesOf } from '../support/audit-entries.ts'
import { payment } from '../support/make.ts'
import { openPage } from '../support/pay-page.ts'
import { pathOf } from '../support/receipts.ts'
import { createTeamMember } from '../support/team.ts'
import { type Person, type TestApp, testApp } from '../support/test-app.ts'
import { goLive } from '../support/two-modes.ts'

const VAT = 'IT12345678903'
const TAX_CODE = 'RSSMRA85T10A562S'

async function receiptPage(app: TestApp, person: Person, language: 'it' | 'en'): Promise<string> {
  const { id } = await person.api.transactions.create.mutate(payment({ currency: 'EUR' }))
  const receipt = await person.api.receipts.ofPayment.query({ id })
  const path = pathOf(receipt?.url).replace(/\?.*/, `?lang=${language}`)
  return (await openPage(app, path)).body
}

test('an owner sets the tax numbers, which staff read and both modes share', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const bob = await createTeamMember(app, alice)
  const { live } = await goLive(app, alice)

  const before = await alice.api.merchant.business.query()
  const changed = await alice.api.merchant.changeBusiness.mutate({
    vatNumber: ` ${VAT.toLowerCase()} `,
    taxCode: TAX_CODE,
    businessAddress: 'Via Roma 1',
  })

  expect(before).toMatchObject({ vatNumber: null, taxCode: null })
  expect(changed).toMatchObject({
    vatNumber: VAT,
    taxCode: TAX_CODE,
    businessAddress: 'Via Roma 1',
  })
  expect(await bob.api.merchant.business.query()).toEqual(changed)
  expect(await live.api.merchant.business.query()).toMatchObject({
    vatNumber: VAT,
    taxCode: TAX_CODE,
  })
  // The merchant of version 1 stays as it is.
  expect(await alice.api.merchant.current.query()).not.toHaveProperty('vatNumber')
  const removed = await live.api.merchant.changeBusiness.mutate({ taxCode: ' ' })
  expect(removed).toMatchObject({ vatNumber: VAT, taxCode: null })
  expect(await alice.api.merchant.business.query()).toMatchObject({ taxCode: null })
})

test('live mode starts with the tax numbers of test mode', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.merchant.changeBusiness.mutate({ vatNumber: VAT })

  const { live } = await goLive(app, alice)

  expect(await live.api.merchant.business.query()).toMatchObject({ vatNumber: VAT })
})

test('a change is recorded with the number before', async () => {
  await using app = await testApp()
  const alice = await app.person()
  await alice.api.merchant.changeBusiness.mutate({ vatNumber: 'DE 1' })

  const noted = await auditEntriesOf(app, async () => {
    await alice.api.merchant.changeBusiness.mutate({ vatNumber: VAT })
  })

  expect(noted).toMatchObject([
    { action: 'merchant.updated', before: { vatNumber: 'DE 1' }, after: { vatNumber: VAT } },
  ])
})

test('staff change nothing, and faulty numbers are refused at their field', async () => {
  await using app = await testApp()
  const alice = await app.person({ timezone: 'Europe/Rome' })
  const bob = await createTeamMember(app, alice)
  const refusalOf = (input: { vatNumber?: string; taxCode?: string; timezone?: string }) =>
    alice.api.merchant.changeBusiness.mutate(input).then(
      () => 'changed',
      (error: { data: { code: string; issues: { path: string }[] } }) => [
        error.data.code,
        ...error.data.issues.map(({ path }) => path),
      ],
    )

  await expect(bob.api.merchant.changeBusiness.mutate({ vatNumber: VAT })).rejects.toMatchObject({
    data: { reason: 'owner_only' },
  })
  expect(await refusalOf({ vatNumber: '12345678901' })).toEqual(['invalid', 'vatNumber'])
  expect(await refusalOf({ taxCode: 'RSSMRA85T10A562T' })).toEqual(['invalid', 'taxCode'])
  expect(await refusalOf({ vatNumber: '<script>' })).toEqual(['invalid', 'vatNumber'])
  expect(await refusalOf({ taxCode: 'A'.repeat(31) })).toEqual(['invalid', 'taxCode'])

  expect(await alice.api.merchant.business.query()).toMatchObject({
    vatNumber: null,
    taxCode: null,
  })
  expect(await refusalOf({ vatNumber: '12345678901', timezone: 'Europe/Zagreb' })).toBe('changed')
})

test('a receipt shows the numbers that are set, in its language', async () => {
  await using app = await testApp()
  const alice = await app.person()
  const without = await receiptPage(app, alice, 'en')

  await alice.api.merchant.changeBusiness.mutate({ vatNumber: VAT, taxCode: TAX_CODE })
  const english = await receiptPage(app, alice, 'en')
  const italian = await receiptPage(app, alice, 'it')
  await alice.api.merchant.changeBusiness.mutate({ taxCode: '12345678903' })
  const ofCompany = await receiptPage(app, alice, 'it')

  expect(without).not.toMatch(/VAT|Tax code/)
  expect(english).toContain(`<p>VAT number ${VAT} · Tax code ${TAX_CODE}</p>`)
  expect(italian).toContain(`<p>Partita IVA ${VAT} · Codice fiscale ${TAX_CODE}</p>`)
  expect(ofCompany).toContain(`<p>Partita IVA e codice fiscale ${VAT}</p>`)
})

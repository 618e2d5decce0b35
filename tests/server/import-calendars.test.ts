import { expect, test } from 'vitest'
import { changeCalendar } from '#server/features/merchants/change-calendar.ts'
import { updateMerchantRow } from '#server/features/merchants/merchants.queries.ts'
import { importPayments } from '#server/features/transactions/import/import-payments.ts'
import { ledgerFindings } from '../support/ledger-findings.ts'
import {
  addHistory,
  createPastShop,
  readImported,
  requestImport,
  runImport,
} from '../support/past-shop.ts'
import { readSums } from '../support/sums.ts'

test('the time zone can be changed and restored after an import, with exact figures', async () => {
  await using shop = await createPastShop(250)
  const { app, ada } = shop
  await runImport(shop)
  const before = await readSums(app)
  const change = (timezone: string) => ada.rest('PATCH', '/api/merchant/profile', { timezone })

  expect((await change('Pacific/Auckland')).status).toBe(200)
  expect(await ledgerFindings(app)).toEqual([])
  expect(await readSums(app)).not.toEqual(before)
  expect((await change('UTC')).status).toBe(200)

  expect(await ledgerFindings(app)).toEqual([])
  expect(await readSums(app)).toEqual(before)
})

test('payments imported during a zone change count in both calendars', async () => {
  // More payments than one slice of such a change processes, on either database.
  await using shop = await createPastShop(620)
  const { app, ada } = shop
  await runImport(shop)
  addHistory(shop, 120)
  await requestImport(shop)
  const { id: merchantId } = ada.merchant
  const findings: unknown[] = []

  await changeCalendar(app.world, {
    merchantId,
    requestedSettings: () => ({ timezone: 'America/New_York' }),
    finish: async ({ db }, _before, settings) => {
      await updateMerchantRow(db, { merchantId }, settings)
    },
    pauseBetween: async () => {
      const { madeId } = await app.db.selectFrom('merchants').selectAll().executeTakeFirstOrThrow()
      if (madeId === null || (await readImported(shop)).length > 620) return
      await importPayments(app.world)
      findings.push(...(await ledgerFindings(app)))
    },
    sliceMs: 0.001,
  })

  expect(await readImported(shop)).toHaveLength(740)
  expect(findings).toEqual([])
  expect(await ledgerFindings(app)).toEqual([])
})

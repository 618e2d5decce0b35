import { expect, test } from 'vitest'
import { inTransaction } from '#server/core/context.ts'
import { holdMerchantOf } from '#server/features/merchants/hold-merchant.ts'
import { holdMerchantRow, updateMerchantRow } from '#server/features/merchants/merchants.queries.ts'
import { dialect } from '../support/database.ts'
import { assertWaiting } from '../support/meet.ts'
import { testApp } from '../support/test-app.ts'

test.runIf(dialect === 'postgres')(
  'whoever waited for a merchant that was changed meanwhile reads it as it is then',
  async () => {
    await using app = await testApp()
    const { merchant } = await app.person()
    const merchantId = merchant.id
    const { asking } = await inTransaction(app.world, async ({ db }) => {
      await holdMerchantRow(db, { dialect, merchantId, hold: 'change' })
      const started = inTransaction(app.world, (inner) => holdMerchantOf(inner, { merchantId }))
      await assertWaiting(app, 1)
      await updateMerchantRow(db, { merchantId }, { timezone: 'Pacific/Auckland' })
      return { asking: started }
    })
    const held = await asking
    expect(held.timezone).toBe('Pacific/Auckland')
  },
)

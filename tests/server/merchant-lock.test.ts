import { expect, test } from 'vitest'
import { inTransaction } from '#server/core/context.ts'
import { lockMerchantById } from '#server/features/merchants/lock-merchant.ts'
import { lockMerchantRow, updateMerchantRow } from '#server/features/merchants/merchants.queries.ts'
import { dialect } from '../support/database.ts'
import { assertWaiting } from '../support/merchant-lock.ts'
import { testApp } from '../support/test-app.ts'

test.runIf(dialect === 'postgres')(
  'a caller who waited for a changed merchant reads the current values',
  async () => {
    await using app = await testApp()
    const { merchant } = await app.person()
    const merchantId = merchant.id
    const { asking } = await inTransaction(app.world, async ({ db }) => {
      await lockMerchantRow(db, { dialect, merchantId, hold: 'change' })
      const started = inTransaction(app.world, (inner) => lockMerchantById(inner, { merchantId }))
      await assertWaiting(app, 1)
      await updateMerchantRow(db, { merchantId }, { timezone: 'Pacific/Auckland' })
      return { asking: started }
    })
    const locked = await asking
    expect(locked.timezone).toBe('Pacific/Auckland')
  },
)

import { expect, test } from 'vitest'
import { createPayPalShop } from '../support/paypal-shop.ts'

const DAY_MS = 86_400_000

test.each([
  ['ECHECK', 'bank'],
  ['PENDING_REVIEW', 'review'],
  ['TRANSACTION_APPROVED_AWAITING_FUNDING', 'payer_sends'],
  ['UNILATERAL', 'confirm_email'],
  ['VERIFICATION_REQUIRED', 'verify_account'],
  ['RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION', 'accept_payment'],
  ['A_REASON_OF_TOMORROW', 'other'],
])(
  'a capture that is pending for %s says %s, until it completes',
  async (reason, pendingReason) => {
    await using shop = await createPayPalShop()
    const plan = { kind: 'pending', reason, afterMs: DAY_MS, end: 'COMPLETED' } as const
    shop.paypal.plan(shop.account, plan)
    const id = await shop.payApproved()
    const held = await shop.ada.api.refunds.ofPayment.query({ id })

    await shop.later(DAY_MS + 600_000)

    expect(held).toMatchObject({ stage: 'processing', pendingReason })
    const row = await shop.app.db
      .selectFrom('transactions')
      .select(['stage', 'pendingReason'])
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ stage: 'succeeded', pendingReason: null })
  },
)

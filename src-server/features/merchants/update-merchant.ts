import type { Selectable } from 'kysely'
import type { MerchantRow } from '#db/tables.ts'
import type { MerchantCtx, World } from '#server/core/context.ts'
import { AppError } from '#server/core/errors.ts'
import type { Merchant } from '#server/core/merchant.schema.ts'
import { audit, changed } from '#server/services/audit/audit.ts'
import { toIso } from '#server/shared/day.ts'
import { changeCalendar } from './change-calendar.ts'
import { updateMerchantRow } from './merchants.queries.ts'
import { merchantOf } from './merchants.rules.ts'
import type { UpdateMerchant } from './merchants.schema.ts'

/** What else happens together with a change of the profile. */
type Also = {
  /** Throws unless the merchant, as it is when the change begins and when it counts, may be changed. */
  assertAllowed?: (merchant: Selectable<MerchantRow>) => void
  settings?: Partial<Selectable<MerchantRow>>
  note?: (inner: World) => Promise<void>
}

/**
 * Changes the business profile. Another zone moves payments to other business days, and another
 * reporting currency asks for a line of every customer in it; both may take a while, hold up no payment,
 * and count from one moment on, together with all else that was asked for.
 */
export function updateMerchant(
  ctx: MerchantCtx,
  input: UpdateMerchant,
  also: Also = {},
): Promise<Merchant> {
  const { id: merchantId } = ctx.merchant
  const unlessSame = (value: string | undefined, known: string) =>
    value === known ? undefined : value
  return changeCalendar(ctx, {
    merchantId,
    wanted: (before) => {
      also.assertAllowed?.(before)
      return {
        timezone: unlessSame(input.timezone, before.timezone),
        currency: unlessSame(input.currency, before.currency),
      }
    },
    finish: async (inner, before, settings) => {
      also.assertAllowed?.(before)
      const change = { ...input, ...also.settings, ...settings, updatedAt: toIso(ctx.now()) }
      const after = await updateMerchantRow(inner.db, { merchantId }, change)
      if (!after) throw new AppError('not_found', 'There is no such merchant.')
      const { updatedAt: _before, ...old } = merchantOf(before)
      const { updatedAt: _after, ...now } = merchantOf(after)
      await audit(
        { ...ctx, db: inner.db },
        {
          merchantId,
          action: 'merchant.updated',
          objectId: merchantId,
          ...changed(old, now),
        },
      )
      await also.note?.(inner)
      inner.noteChange({ merchantId, type: 'merchant', action: 'changed', objectId: merchantId })
      return merchantOf(after)
    },
  })
}

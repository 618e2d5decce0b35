import type { Selectable } from 'kysely'
import type { MerchantRow } from '#db/tables.ts'
import { AppError } from '#server/core/calls/errors.ts'
import type { MerchantCtx, World } from '#server/core/context.ts'
import type { Merchant } from '#server/core/merchant.schema.ts'
import { audit, diffFields } from '#server/services/audit/audit.ts'
import { toIso } from '#server/shared/day.ts'
import { taxIdIssues } from '#server/shared/text/tax-ids.ts'
import { changeCalendar } from './change-calendar.ts'
import { findMerchant, lockMerchantRow, updateMerchantRow } from './merchants.queries.ts'
import { businessOf, homeIdOf, merchantOf, sharedFieldsOf } from './merchants.rules.ts'
import type { BusinessProfile, ChangeBusiness, UpdateMerchant } from './merchants.schema.ts'

/** Additional effects of a change of the profile. */
type UpdateExtras = {
  /** Throws unless the merchant may be changed. Called when the change begins and when it takes effect. */
  assertAllowed?: (merchant: Selectable<MerchantRow>) => void
  settings?: Partial<Selectable<MerchantRow>>
  afterUpdate?: (inner: World) => Promise<void>
}

/**
 * Changes the business profile. A new zone moves payments to other business days, and a new reporting currency needs a
 * row for every customer. Both may take a while, block no payment, and take effect at one moment, together with the
 * other changes. The merchant in the other mode, test or live, gets the shared business details, but keeps its own zone
 * and currency.
 */
export const updateMerchant = async (
  ctx: MerchantCtx,
  input: UpdateMerchant,
  extras: UpdateExtras = {},
): Promise<Merchant> => merchantOf(await changeProfile(ctx, input, extras))

/** Changes the business profile with its tax numbers. */
export async function changeBusiness(
  ctx: MerchantCtx,
  input: ChangeBusiness,
): Promise<BusinessProfile> {
  const [issue] = taxIdIssues(input, input.timezone ?? ctx.merchant.timezone)
  if (issue) {
    throw new AppError('invalid', `${issue.path}: ${issue.message}`, { issues: [issue] })
  }
  return businessOf(await changeProfile(ctx, input))
}

/** Returns the business profile with its tax numbers. */
export async function readBusiness({ db, merchant }: MerchantCtx): Promise<BusinessProfile> {
  const row = await findMerchant(db, { merchantId: merchant.id })
  if (!row) throw new AppError('not_found', 'There is no such merchant.')
  return businessOf(row)
}

function changeProfile(
  ctx: MerchantCtx,
  input: UpdateMerchant & Partial<ChangeBusiness>,
  extras: UpdateExtras = {},
): Promise<Row> {
  const { id: merchantId } = ctx.merchant
  const changedValue = (value: string | undefined, current: string) =>
    value === current ? undefined : value
  return changeCalendar(ctx, {
    merchantId,
    // A change locks the test-mode row before the live-mode row in either mode, so that two changes cannot deadlock.
    holdFirst: async ({ db, dialect }) => {
      const homeId = homeIdOf(ctx.merchant)
      if (homeId === merchantId) return
      await lockMerchantRow(db, { dialect, merchantId: homeId, hold: 'team' })
    },
    requestedSettings: (before) => {
      extras.assertAllowed?.(before)
      return {
        timezone: changedValue(input.timezone, before.timezone),
        currency: changedValue(input.currency, before.currency),
      }
    },
    finish: async (inner, before, settings) => {
      extras.assertAllowed?.(before)
      const change = { ...input, ...extras.settings, ...settings, updatedAt: toIso(ctx.now()) }
      const after = await updateMerchantRow(inner.db, { merchantId }, change)
      if (!after) throw new AppError('not_found', 'There is no such merchant.')
      await recordUpdate({ ...ctx, ...inner }, before, after)
      await extras.afterUpdate?.(inner)
      await updateTwin({ ...ctx, ...inner }, after)
      return after
    },
  })
}

type Row = Selectable<MerchantRow>

async function recordUpdate(ctx: MerchantCtx, before: Row, after: Row): Promise<void> {
  const { id: merchantId } = after
  const { updatedAt: _before, ...old } = businessOf(before)
  const { updatedAt: _after, ...now } = businessOf(after)
  await audit(ctx, {
    merchantId,
    action: 'merchant.updated',
    objectId: merchantId,
    ...diffFields(old, now),
  })
  ctx.publishChange({ merchantId, type: 'merchant', action: 'changed', objectId: merchantId })
}

/** Copies the shared business details to the merchant in the other mode, test or live. */
async function updateTwin(ctx: MerchantCtx, changed: Row): Promise<void> {
  const { twinId } = changed
  if (twinId === null) return
  const { db, dialect } = ctx
  const before = await lockMerchantRow(db, { dialect, merchantId: twinId, hold: 'team' })
  if (!before) throw new Error('a merchant names a twin that is not there')
  const shared = sharedFieldsOf(changed)
  const { after: differing } = diffFields(sharedFieldsOf(before), shared)
  if (Object.keys(differing).length === 0) return
  const updatedAt = toIso(ctx.now())
  const after = await updateMerchantRow(db, { merchantId: twinId }, { ...shared, updatedAt })
  if (after) await recordUpdate(ctx, before, after)
}

import { isUniqueViolation } from '#db/failures.ts'
import { inTransaction, type UserCtx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { toIso } from '../../shared/day.ts'
import { audit } from '../audit/audit.ts'
import type { CurrentUser } from '../identity/identity.schema.ts'
import { insertIntegration } from '../integrations/integrations.queries.ts'
import { insertMember, insertMerchant } from './merchants.queries.ts'
import { merchantOf } from './merchants.rules.ts'
import type { Merchant, Onboarding } from './merchants.schema.ts'

/** Makes the merchant of whoever is signed in, with them as its owner. */
export async function onboardMerchant(ctx: UserCtx, input: Onboarding): Promise<Merchant> {
  const { provider, user } = ctx.actor
  assertOwn(user, input)
  const now = toIso(ctx.now())
  const row = {
    id: ctx.newId('mer'),
    businessName: input.businessName,
    businessType: input.businessType,
    businessAddress: input.businessAddress,
    businessPhone: input.businessPhone,
    businessWebsite: input.businessWebsite,
    businessDescription: input.businessDescription,
    estimatedVolume: input.estimatedVolume,
    email: user.email,
    verificationStatus: 'verified',
    currency: 'USD',
    timezone: input.timezone,
    acceptedTermsAt: now,
    createdAt: now,
    updatedAt: now,
  }
  try {
    await inTransaction(ctx, async (inner) => {
      await insertMerchant(inner.db, row)
      await insertMember(inner.db, {
        merchantId: row.id,
        provider,
        subject: user.id,
        role: 'owner',
        createdAt: now,
      })
      await insertIntegration(inner.db, {
        merchantId: row.id,
        id: ctx.newId('int'),
        name: 'Incasso',
        version: 'v1',
        webhookUrl: null,
        disabledAt: null,
        lastSync: null,
        secret: null,
        secretLast4: null,
        previousSecret: null,
        previousSecretExpiresAt: null,
        failingSince: null,
        createdAt: now,
        updatedAt: now,
      })
      await audit(inner, { merchantId: row.id, action: 'merchant.onboarded', objectId: row.id })
    })
  } catch (error) {
    // The unique index decides, so two clicks at once make one merchant.
    if (!isUniqueViolation(error)) throw error
    throw new AppError('conflict', 'The onboarding is already complete.', { cause: error })
  }
  return merchantOf(row)
}

function assertOwn(user: CurrentUser, input: Onboarding): void {
  if (input.userId !== undefined && input.userId !== user.id) {
    throw new AppError('forbidden', 'userId must be your own.')
  }
  // A provider that is down cannot tell it, and the merchant would keep an empty one for ever.
  if (user.email === '') {
    throw new AppError(
      'unavailable',
      'Your e-mail address is not known. If your account has none, add one; otherwise please try again.',
      { reason: 'email_unknown' },
    )
  }
  if (input.email !== undefined && input.email.toLowerCase() !== user.email.toLowerCase()) {
    throw new AppError('forbidden', 'email must be your own.')
  }
}

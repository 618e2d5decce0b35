import type { Stripe } from 'stripe'
import type { World } from '#server/core/context.ts'
import { AppError } from '#server/core/errors.ts'
import { openSecret } from '#server/services/processors/account-secrets.ts'
import { findProcessorAccount } from '#server/services/processors/processor-accounts.queries.ts'
import { asOurs } from '#server/services/processors/stripe/stripe-errors.ts'
import {
  type TriedPermission,
  tryPermissions,
} from '#server/services/processors/stripe/stripe-permissions.ts'
import type { StripePermission } from '#server/shared/stripe-permissions.ts'

/** Tries what a key may do; all that is of use, where nothing is named. */
export const permissionsOf = async (
  { stripe }: Pick<World, 'stripe'>,
  secretKey: string,
  names?: readonly StripePermission[],
): Promise<TriedPermission[]> => tryPermissions(await stripe.of(secretKey), names)

/** Acts as one of the merchant's accounts. What Stripe's errors hold of the request stays here. */
export async function asStripe<T>(
  { stripe }: Pick<World, 'stripe'>,
  secretKey: string,
  act: (client: Stripe) => Promise<T>,
): Promise<T> {
  try {
    return await act(await stripe.of(secretKey))
  } catch (error) {
    throw asOurs(error)
  }
}

/** An open account of the merchant's, with its key. */
export async function openAccount(
  { db, secretBox }: Pick<World, 'db' | 'secretBox'>,
  place: { merchantId: string; id: string },
) {
  const account = await findProcessorAccount(db, place)
  const isOpen = account?.closedAt === null && account.secretKey !== null
  if (!account || !isOpen) throw noAccount()
  return { account, secretKey: openSecret(secretBox, account, 'secretKey') }
}

export const noAccount = () => new AppError('not_found', 'There is no such account.')

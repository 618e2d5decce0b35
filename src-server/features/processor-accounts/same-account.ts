import type { Selectable } from 'kysely'
import type { Stripe } from 'stripe'
import type { ProcessorAccountRow } from '#db/refund-tables.ts'
import type { World } from '#server/core/context.ts'
import { findPaymentRefOf } from '#server/services/processors/processor-accounts.queries.ts'
import { isWrong, missingPermissionOf } from '#server/services/processors/stripe/stripe-errors.ts'
import { isSession } from '#server/services/processors/stripe/stripe-sessions.ts'
import { asStripe } from './stripe-access.ts'

type Account = Selectable<ProcessorAccountRow>
type Access = Pick<World, 'db' | 'stripe'>

/** Reads what Stripe calls the account of a key; null where the key may not ask. */
export const accountRefOf = (ctx: Access, secretKey: string): Promise<string | null> =>
  asStripe(ctx, secretKey, (stripe) =>
    stripe.accounts.retrieveCurrent().then(
      ({ id }) => id,
      (error: unknown) => {
        if (missingPermissionOf(error) === undefined && !isWrong(error)) throw error
        return null
      },
    ),
  )

/**
 * Tells whether a key belongs to the account at Stripe that a row is of: by the account's name where both are known,
 * else by an event or a payment of the account, which no other account can read. Undefined where the row has neither.
 */
export async function isKeyOf(
  ctx: Access,
  account: Account,
  { secretKey, accountRef }: { secretKey: string; accountRef: string | null },
): Promise<boolean | undefined> {
  if (accountRef !== null && account.accountRef !== null) return accountRef === account.accountRef
  const { eventRef } = account
  const can = (read: (stripe: Stripe) => Promise<unknown>) =>
    asStripe(ctx, secretKey, (stripe) => isRead(read(stripe)))
  // An event that is not found proves nothing: Stripe forgets it after thirty days.
  if (eventRef !== null && (await can((stripe) => stripe.events.retrieve(eventRef)))) return true
  const ref = await findPaymentRefOf(ctx.db, account)
  if (ref === undefined) return eventRef === null ? undefined : false
  return can((stripe) =>
    isSession(ref) ? stripe.checkout.sessions.retrieve(ref) : stripe.paymentIntents.retrieve(ref),
  )
}

const isRead = (reading: Promise<unknown>): Promise<boolean> =>
  reading.then(
    () => true,
    (error: unknown) => {
      if (!isWrong(error)) throw error
      return false
    },
  )

import type { Db } from '#db/tables.ts'
import type { SecretBox } from '#server/core/secrets/secret-box.ts'
import { openSecret } from '../account-secrets.ts'
import { findProcessorAccount } from '../processor-accounts.queries.ts'

/** Whose Stripe a call is made with. */
export type AccountPlace = { merchantId: string; id: string }

export type StripeAccounts = {
  /** @throws when the account is gone: what it began can be asked of nobody. */
  secretKeyOf: (place: AccountPlace) => Promise<string>
}

/** The keys of merchants, opened when they are used and kept nowhere. */
export const stripeAccounts = (db: Db, box: Pick<SecretBox, 'open'>): StripeAccounts => ({
  secretKeyOf: async (place) => {
    const account = await findProcessorAccount(db, place)
    if (!account?.secretKey) throw new Error('a payment has lost the account of its processor')
    return openSecret(box, account, 'secretKey')
  },
})

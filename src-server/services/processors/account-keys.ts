import type { Db } from '#db/tables.ts'
import type { SecretBox } from '#server/core/secrets/secret-box.ts'
import { openSecret } from './account-secrets.ts'
import { excludedMethodsOf } from './excluded-methods.ts'
import { findProcessorAccount } from './processor-accounts.queries.ts'

/** Account whose key a call to its processor uses. */
export type AccountKey = { merchantId: string; id: string }

export type AccountKeys = {
  /** @throws when the account is gone: payments that it began can then no longer be queried. */
  secretKeyOf: (accountKey: AccountKey) => Promise<string>
  /** Returns the types of methods that the merchant leaves out of the processor's page. */
  excludedMethodsOf: (accountKey: AccountKey) => Promise<string[]>
}

/** Returns the keys of merchants, decrypted for each use and not stored. */
export const createAccountKeys = (db: Db, box: Pick<SecretBox, 'open'>): AccountKeys => ({
  secretKeyOf: async (accountKey) => {
    const account = await findProcessorAccount(db, accountKey)
    if (!account?.secretKey) throw new Error('a payment has lost the account of its processor')
    return openSecret(box, account, 'secretKey')
  },
  excludedMethodsOf: async (accountKey) => {
    const account = await findProcessorAccount(db, accountKey)
    return account ? excludedMethodsOf(account) : []
  },
})

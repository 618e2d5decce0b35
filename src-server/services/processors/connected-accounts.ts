import type { Db } from '#db/tables.ts'
import type { SecretBox } from '#server/core/secrets/secret-box.ts'
import { openSecret } from './account-secrets.ts'
import { excludedMethodsOf } from './excluded-methods.ts'
import { findProcessorAccount } from './processor-accounts.queries.ts'

/** A merchant's account at a processor. */
export type AccountId = { merchantId: string; id: string }

/** Parts of a merchant's account that its processor's calls need, read from the database for each call. */
export type ConnectedAccounts = {
  /**
   * Returns the account's API key at the processor.
   * @throws when the account is gone: payments that it began can then no longer be queried.
   */
  secretKeyOf: (accountId: AccountId) => Promise<string>
  /** Returns the types of methods that the merchant leaves out of the processor's page. */
  excludedMethodsOf: (accountId: AccountId) => Promise<string[]>
}

/** Returns access to the accounts' API keys and excluded methods. A key is decrypted for each use and not kept. */
export const createConnectedAccounts = (
  db: Db,
  box: Pick<SecretBox, 'open'>,
): ConnectedAccounts => ({
  secretKeyOf: async (accountId) => {
    const account = await findProcessorAccount(db, accountId)
    if (!account?.secretKey) throw new Error('a payment has lost the account of its processor')
    return openSecret(box, account, 'secretKey')
  },
  excludedMethodsOf: async (accountId) => {
    const account = await findProcessorAccount(db, accountId)
    return account ? excludedMethodsOf(account) : []
  },
})

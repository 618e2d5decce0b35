import { columnNames } from '#db/column-names.ts'
import type { Db } from '#db/tables.ts'
import type { World } from '../core/context.ts'
import type { KeyAge } from '../core/secrets/secret-box.ts'
import { secretKeysOf, signingSecret } from '../core/secrets/secret-key.ts'
import { listMerchants } from '../features/merchants/merchants.queries.ts'
import { resealLinkToken } from '../features/payment-links/link-token.ts'
import { listSealedLinks } from '../features/payment-links/links.queries.ts'
import { resealPayerSecret } from '../features/transactions/payer/payer-secret.ts'
import { resealPart } from '../services/mail/mail-seals.ts'
import { listEndpoints } from '../services/outbox/endpoints.queries.ts'
import { findIntegration, lockIntegration } from '../services/outbox/integrations.queries.ts'
import { resealSigningSecret } from '../services/outbox/signing-secrets.ts'
import { accountSecrets, resealSecret } from '../services/processors/account-secrets.ts'
import { listSealedAccounts } from '../services/processors/processor-accounts.queries.ts'
import { resealRef } from '../services/processors/sealed-refs.ts'
import {
  listPayerSecrets,
  listSealedMails,
  listSealedRefs,
  listSecondSteps,
  replaceAccountSecret,
  replaceLinkToken,
  replaceMailPart,
  replacePayerSecret,
  replaceSealedRef,
  replaceSecondStep,
  replaceSigningSecret,
} from './sealed.queries.ts'

/**
 * A stored secret, encrypted with a key of SECRET_KEY. `location` names its column and row for an operator, and reveals
 * nothing of its content.
 */
export type SealedSecret = {
  location: string
  age: KeyAge
  /** Returns the secret encrypted with the newest key. Throws if no key decrypts it. */
  reseal: () => Promise<string>
  /** Returns false if another process changed it meanwhile. */
  replace: (db: Db, to: string) => Promise<boolean>
}

const BATCH = 100

/** Yields, in batches, all secrets in the database that are encrypted with SECRET_KEY. */
export async function* readSealedSecrets(world: World): AsyncGenerator<SealedSecret[]> {
  yield* signingSecrets(world)
  yield* secondSteps(world)
  yield* waitingMails(world)
  yield* processorKeys(world)
  yield* payerSecrets(world)
  yield* sealedRefs(world)
  yield* linkTokens(world)
}

async function* signingSecrets({ db, dialect, secretBox }: World): AsyncGenerator<SealedSecret[]> {
  for (const { id: merchantId } of await listMerchants(db)) {
    const integration = await findIntegration(db, { merchantId })
    const endpoints = await listEndpoints(db, { merchantId })
    const rows = [
      ...(integration ? [{ ...integration, table: 'integrations' as const }] : []),
      ...endpoints.map((endpoint) => ({ ...endpoint, table: 'webhookEndpoints' as const })),
    ]
    yield rows.flatMap((row) =>
      (['secret', 'previousSecret'] as const).flatMap((column) => {
        const { id, table, [column]: from } = row
        if (from === null) return []
        return {
          location: `${columnNames.nameInDatabase(table)}.${column} of ${merchantId}, ${id}`,
          age: secretBox.ageOf(from),
          reseal: async () => resealSigningSecret(secretBox, row, from),
          replace: async (trx, to) => {
            await lockIntegration(trx, { dialect, merchantId })
            return replaceSigningSecret(trx, { table, merchantId, id, column, from, to })
          },
        } satisfies SealedSecret
      }),
    )
  }
}

async function* secondSteps({ db, config }: World): AsyncGenerator<SealedSecret[]> {
  // Loads a slow library, for which the other commands need not wait.
  const { createSecondStepBox } = await import('../services/identity/embedded/second-step-box.ts')
  const box = createSecondStepBox(secretKeysOf(config).map(signingSecret))
  for (let after = ''; ; ) {
    const rows = await listSecondSteps(db, { after, limit: BATCH })
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    yield rows.flatMap((row) =>
      (['secret', 'backupCodes'] as const).map((column): SealedSecret => {
        const { id, [column]: from } = row
        return {
          location: `auth_two_factors.${column} of ${id}`,
          age: box.ageOf(from),
          reseal: () => box.reseal(from),
          replace: (trx, to) => replaceSecondStep(trx, { id, column, from, to }),
        }
      }),
    )
  }
}

async function* waitingMails({ db, secretBox }: World): AsyncGenerator<SealedSecret[]> {
  for (let after = ''; ; ) {
    const rows = await listSealedMails(db, { after, limit: BATCH })
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    yield rows.flatMap((row) =>
      (['text', 'html'] as const).flatMap((part) => {
        const { id, [part]: from } = row
        if (from === null) return []
        return {
          location: `mails.${part} of ${id}`,
          age: secretBox.ageOf(from),
          reseal: async () => resealPart(secretBox, id, part, from),
          replace: (trx, to) => replaceMailPart(trx, { id, part, from, to }),
        } satisfies SealedSecret
      }),
    )
  }
}

async function* processorKeys({ db, secretBox }: World): AsyncGenerator<SealedSecret[]> {
  for (let after = ''; ; ) {
    const accounts = await listSealedAccounts(db, { after, limit: BATCH })
    const last = accounts.at(-1)
    if (!last) return
    after = last.id
    yield accounts.flatMap((account) =>
      accountSecrets.flatMap((column) => {
        const { merchantId, id, [column]: from } = account
        if (from === null) return []
        return {
          location: `processor_accounts.${column} of ${merchantId}, ${id}`,
          age: secretBox.ageOf(from),
          reseal: async () => resealSecret(secretBox, account, column),
          replace: (trx, to) => replaceAccountSecret(trx, { merchantId, id, column, from, to }),
        } satisfies SealedSecret
      }),
    )
  }
}

async function* payerSecrets({ db, secretBox }: World): AsyncGenerator<SealedSecret[]> {
  for (let after = { merchantId: '', id: '' }; ; ) {
    const rows = await listPayerSecrets(db, { after, limit: BATCH })
    const last = rows.at(-1)
    if (!last) return
    after = last
    yield rows.flatMap(({ merchantId, id, payerSecret: from }) => {
      if (!from) return []
      return {
        location: `transactions.payerSecret of ${merchantId}, ${id}`,
        age: secretBox.ageOf(from),
        reseal: async () => resealPayerSecret(secretBox, { merchantId, id }, from),
        replace: (trx, to) => replacePayerSecret(trx, { merchantId, id, from, to }),
      } satisfies SealedSecret
    })
  }
}

async function* sealedRefs({ db, secretBox }: World): AsyncGenerator<SealedSecret[]> {
  for (let after = { merchantId: '', id: '' }; ; ) {
    const rows = await listSealedRefs(db, { after, limit: BATCH })
    const last = rows.at(-1)
    if (!last) return
    after = last
    yield rows.flatMap(({ merchantId, id, processorRef: from }) => {
      if (!from) return []
      return {
        location: `transactions.processorRef of ${merchantId}, ${id}`,
        age: secretBox.ageOf(from),
        reseal: async () => resealRef(secretBox, { merchantId, id }, from),
        replace: (trx, to) => replaceSealedRef(trx, { merchantId, id, from, to }),
      } satisfies SealedSecret
    })
  }
}

async function* linkTokens({ db, secretBox }: World): AsyncGenerator<SealedSecret[]> {
  for (let after = ''; ; ) {
    const links = await listSealedLinks(db, { after, limit: BATCH })
    const last = links.at(-1)
    if (!last) return
    after = last.id
    yield links.map((link): SealedSecret => {
      const { merchantId, id, token: from } = link
      return {
        location: `payment_links.token of ${merchantId}, ${id}`,
        age: secretBox.ageOf(from),
        reseal: async () => resealLinkToken(secretBox, link),
        replace: (trx, to) => replaceLinkToken(trx, { merchantId, id, from, to }),
      }
    })
  }
}

/** Counts the stored secrets by the age of the key that encrypted them. */
export async function countByKey(world: World): Promise<Record<KeyAge, number>> {
  const counts = { newest: 0, former: 0, unknown: 0 }
  for await (const batch of readSealedSecrets(world)) for (const { age } of batch) counts[age]++
  return counts
}

import type { Db } from '#db/tables.ts'
import type { Config } from '#server/config/config.ts'
import type { Processors } from '#server/core/processor.ts'
import type { SecretBox } from '#server/core/secret-box.ts'
import type { StripeAccess } from '#server/core/stripe-access.ts'
import { payerPage } from './payer-page.ts'
import { payerUrls } from './payer-place.ts'
import { processorRegistry } from './registry.ts'
import { sandboxProcessor } from './sandbox.ts'
import { sandboxBook } from './sandbox-book.queries.ts'
import { stripeAccounts } from './stripe/stripe-accounts.ts'
import { stripeProcessor } from './stripe/stripe-processor.ts'
import { transferProcessor } from './transfer.ts'

export type ProcessorParts = {
  config: Pick<Config, 'sandboxSettlementMs' | 'appUrl'>
  db: Db
  box: SecretBox
  stripe: StripeAccess
}

/** The processors that a server has. */
export const processorsOf = ({ config, db, box, stripe }: ProcessorParts): Processors =>
  processorRegistry([
    sandboxProcessor({
      settlementMs: config.sandboxSettlementMs,
      book: sandboxBook(db),
      payerPage: payerPage(config.appUrl, box),
    }),
    stripeProcessor({
      clients: stripe,
      accounts: stripeAccounts(db, box),
      payerUrls: payerUrls(config.appUrl, box),
    }),
    transferProcessor(),
  ])

import type { ProcessorPlugin } from '../plugin.ts'
import { payerPage } from './payer-page.ts'
import { sandboxProcessor } from './sandbox.ts'
import { sandboxBook } from './sandbox-book.queries.ts'

export const sandbox: ProcessorPlugin = {
  name: 'sandbox',
  label: 'the sandbox',
  make: ({ config, db, box }) =>
    sandboxProcessor({
      settlementMs: config.sandboxSettlementMs,
      book: sandboxBook(db),
      payerPage: payerPage(config.appUrl, box),
    }),
}

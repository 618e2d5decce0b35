import type { ProcessorPlugin } from '../plugin.ts'
import { createPayerPageUrl } from './payer-page.ts'
import { createSandboxProcessor } from './sandbox.ts'
import { createSandboxStore } from './sandbox-store.queries.ts'

export const sandbox: ProcessorPlugin = {
  name: 'sandbox',
  label: 'the sandbox',
  make: ({ config, db, box }) =>
    createSandboxProcessor({
      settlementMs: config.sandboxSettlementMs,
      store: createSandboxStore(db),
      payerPage: createPayerPageUrl(config.appUrl, box),
    }),
}

import { createConnectedAccounts } from '../connected-accounts.ts'
import { createPayerUrls } from '../continue-token.ts'
import type { ProcessorPlugin } from '../plugin.ts'
import { createStripeAccess } from './stripe-account-access.ts'
import { createStripeClients } from './stripe-client.ts'
import { NewStripeAccount, stripeKeyShapes, stripePermissions } from './stripe-keys.schema.ts'
import { createStripeProcessor } from './stripe-processor.ts'
import { stripeOrigins, stripeScript } from './stripe-script.ts'

export const stripe: ProcessorPlugin = {
  name: 'stripe',
  label: 'Stripe',
  accountForm: {
    schema: NewStripeAccount,
    keyShapes: stripeKeyShapes,
    permissions: stripePermissions,
  },
  hasScript: true,
  make: ({ config, db, box, responseTimeoutMs }) => {
    const { apiUrl } = config.stripe
    const clients = createStripeClients({
      apiUrl,
      version: config.version,
      timeoutMs: responseTimeoutMs,
    })
    return {
      ...createStripeProcessor({
        clients,
        connectedAccounts: createConnectedAccounts(db, box),
        payerUrls: createPayerUrls(config.appUrl, box),
      }),
      accounts: createStripeAccess(clients),
      script: stripeScript(config.stripe),
      payerOrigins: stripeOrigins(config.stripe),
    }
  },
}

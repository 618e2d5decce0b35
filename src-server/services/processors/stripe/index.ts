import { payerUrls } from '../payer-place.ts'
import type { ProcessorPlugin } from '../plugin.ts'
import { stripeAccess } from './stripe-account-access.ts'
import { stripeAccounts } from './stripe-accounts.ts'
import { stripeClients } from './stripe-client.ts'
import { NewStripeAccount, stripeKeyShapes, stripePermissions } from './stripe-keys.schema.ts'
import { stripeProcessor } from './stripe-processor.ts'
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
  make: ({ config, db, box, answerWithinMs }) => {
    const { apiUrl } = config.stripe
    const clients = stripeClients({ apiUrl, version: config.version, timeoutMs: answerWithinMs })
    return {
      ...stripeProcessor({
        clients,
        accounts: stripeAccounts(db, box),
        payerUrls: payerUrls(config.appUrl, box),
      }),
      accounts: stripeAccess(clients),
      script: stripeScript(config.stripe),
      payerOrigins: stripeOrigins(config.stripe),
    }
  },
}

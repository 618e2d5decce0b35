import { createConnectedAccounts } from '../connected-accounts.ts'
import { createPayerUrls } from '../continue-token.ts'
import type { ProcessorPlugin } from '../plugin.ts'
import { createSealedRefs } from '../sealed-refs.ts'
import { createPayPalAccess } from './paypal-account-access.ts'
import { createPayPalClients } from './paypal-client.ts'
import { NewPayPalAccount, payPalKeyShapes, payPalPermissions } from './paypal-keys.schema.ts'
import { createPayPalProcessor } from './paypal-processor.ts'
import { createCertificateKeys } from './paypal-signature.ts'

export const paypal: ProcessorPlugin = {
  name: 'paypal',
  label: 'PayPal',
  capturesInParts: true,
  accountForm: {
    schema: NewPayPalAccount,
    keyShapes: payPalKeyShapes,
    permissions: payPalPermissions,
  },
  make: ({ config, db, box, responseTimeoutMs }) => {
    const { apiUrls, pageOrigins, certificateOrigin } = config.paypal
    const clients = createPayPalClients({ apiUrls, timeoutMs: responseTimeoutMs })
    return {
      ...createPayPalProcessor({
        clients,
        connectedAccounts: createConnectedAccounts(db, box),
        refs: createSealedRefs(box),
        payerUrls: createPayerUrls(config.appUrl, box),
        pageOrigins,
      }),
      accounts: createPayPalAccess({
        clients,
        certificateKeys: createCertificateKeys(certificateOrigin),
        allowsHttp: certificateOrigin !== null,
      }),
      payerOrigins: pageOrigins,
    }
  },
}

import { AccountSection } from '../account/account-section.tsx'
import { PayPalAccount } from './paypal-account.tsx'
import { ChangeKeysDialog, ConnectDialog } from './paypal-dialogs.tsx'
import { sectionProcessor } from './section-processor.ts'

/** PayPal's section of the settings: owners connect the merchant's own account, staff read it. */
export const SettingsSection = () => (
  <AccountSection
    processor={sectionProcessor}
    Details={PayPalAccount}
    Connect={ConnectDialog}
    ChangeKeys={ChangeKeysDialog}
  />
)

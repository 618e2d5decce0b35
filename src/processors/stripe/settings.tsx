import { AccountSection } from '../account/account-section.tsx'
import { ChangeKeysDialog, ConnectDialog } from './keys-dialogs.tsx'
import { sectionProcessor } from './section-processor.ts'
import { StripeAccount } from './stripe-account.tsx'
import { OwnerImport, StaffImport } from './stripe-import.tsx'

/** Stripe's section of the settings: owners connect an account for card payments, staff read it. */
export const SettingsSection = () => (
  <AccountSection
    processor={sectionProcessor}
    Details={StripeAccount}
    Connect={ConnectDialog}
    ChangeKeys={ChangeKeysDialog}
    OwnerPart={OwnerImport}
    StaffPart={StaffImport}
  />
)

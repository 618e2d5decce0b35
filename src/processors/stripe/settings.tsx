import type { ProcessorAccount } from '#server/features/processor-accounts/processor-accounts.schema.ts'
import { AccountSection } from '../account/account-section.tsx'
import { ChangeKeysDialog, ConnectDialog } from './keys-dialogs.tsx'
import { OfferedMethodSwitches } from './offered-methods.tsx'
import { sectionProcessor } from './section-processor.ts'
import { StripeAccount } from './stripe-account.tsx'
import { OwnerImport, StaffImport } from './stripe-import.tsx'

const OwnerPart = ({ account }: { account: ProcessorAccount }) => (
  <>
    <OfferedMethodSwitches account={account} />
    <OwnerImport account={account} />
  </>
)

/** Stripe's section of the settings: owners connect an account for card payments, staff read it. */
export const SettingsSection = () => (
  <AccountSection
    processor={sectionProcessor}
    Details={StripeAccount}
    Connect={ConnectDialog}
    ChangeKeys={ChangeKeysDialog}
    OwnerPart={OwnerPart}
    StaffPart={StaffImport}
  />
)

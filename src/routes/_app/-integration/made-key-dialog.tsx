import { apiKeys } from '../../../texts/api-keys.ts'
import { SecretDialog } from './secret-dialog.tsx'

type Props = { title: string; secret: string; onClose: () => void }

/** A key that was made just now, for the only time that it is shown. */
export const MadeKeyDialog = ({ title, secret, onClose }: Props) => (
  <SecretDialog
    title={title}
    text={apiKeys.secretText}
    label={apiKeys.secretField}
    secret={secret}
    onClose={onClose}
  />
)

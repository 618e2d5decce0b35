import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { shell } from '#client/texts/en/shell.ts'
import { useSignedIn } from './signed-in.ts'

/** Explains on payment and report pages why a suspended merchant takes no payments. */
export function SuspendedNotice() {
  const { verificationStatus } = useSignedIn().merchant
  if (verificationStatus !== 'suspended') return null
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title={shell.suspended.title}
      role="note"
    >
      {shell.suspended.text}
    </Alert>
  )
}

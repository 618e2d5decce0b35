import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { AuthFailure } from '../../../lib/auth-call.ts'
import { failureText } from '../../../lib/failure-text.ts'
import { profile } from '../../../texts/profile.ts'

export function FailureAlert({ failure }: { failure: AuthFailure }) {
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
      {failureText(failure, profile)}
    </Alert>
  )
}

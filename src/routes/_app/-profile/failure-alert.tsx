import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { AuthFailure } from '#client/lib/session/auth-call.ts'
import { failureText } from '#client/lib/words/failure-text.ts'
import { profile } from '#client/texts/en/profile.ts'

export function FailureAlert({ failure }: { failure: AuthFailure }) {
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />}>
      {failureText(failure, profile)}
    </Alert>
  )
}

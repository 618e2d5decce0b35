import { Center } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { common } from '../texts/common.ts'
import { ErrorState } from './error-state.tsx'

/** Whatever a page throws ends here; the shell around it stays. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <Center mih="50vh">
      <ErrorState
        title={common.somethingWrong}
        error={error}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      />
    </Center>
  )
}

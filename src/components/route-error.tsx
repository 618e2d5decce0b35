import { Center } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isOfCall } from '../lib/problem.ts'
import { common } from '../texts/en/common.ts'
import { ErrorState } from './error-state.tsx'

type Props = ErrorComponentProps & {
  /** Before the page is shown once more. */
  onRetry: () => void
}

/** Whatever a page throws ends here; the shell around it stays. */
export function RouteError({ error, reset, onRetry }: Props) {
  const router = useRouter()
  const lacksCode = isMissingCode(error)
  useReloadOnline(lacksCode)
  const retry = () => {
    onRetry()
    reset()
    void router.invalidate()
  }
  return (
    <Center mih="50vh">
      <ErrorState
        title={lacksCode ? common.loadFailed : common.somethingWrong}
        error={tellable(error, lacksCode)}
        onRetry={lacksCode ? reload : retry}
      />
    </Center>
  )
}

/** What a browser says of a fault in a page helps no reader; what the server says of a call does. */
function tellable(error: unknown, lacksCode: boolean): unknown {
  if (lacksCode) return new Error(common.unreachable)
  return isOfCall(error) ? error : new Error(common.unreadable)
}

// A module that could not be fetched is not asked for again before the page is loaded anew.
const reload = () => window.location.reload()

/** In the words of the browsers and of the loader of styles. */
const isMissingCode = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|unable to preload css/i.test(error.message)

function useReloadOnline(isWanted: boolean) {
  useEffect(() => {
    if (!isWanted) return undefined
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [isWanted])
}

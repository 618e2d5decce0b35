import { Center } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isCallError } from '../lib/problem.ts'
import { common } from '../texts/en/common.ts'
import { ErrorState } from './error-state.tsx'

type Props = ErrorComponentProps & {
  /** Called before the page renders again. */
  onRetry: () => void
}

/** Shows an error thrown by a page; the header and the navigation around it stay. */
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
        error={readableError(error, lacksCode)}
        onRetry={lacksCode ? reload : retry}
      />
    </Center>
  )
}

/**
 * Keeps the messages of API errors. A generic text replaces a browser's own message, which helps no reader.
 */
function readableError(error: unknown, lacksCode: boolean): unknown {
  if (lacksCode) return new Error(common.unreachable)
  return isCallError(error) ? error : new Error(common.unreadable)
}

// Browsers do not retry a failed module import until the page is reloaded.
const reload = () => window.location.reload()

/** Returns true when code or styles failed to load, by the messages of browsers and of the style sheet loader. */
const isMissingCode = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|unable to preload css/i.test(error.message)

function useReloadOnline(isActive: boolean) {
  useEffect(() => {
    if (!isActive) return undefined
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [isActive])
}

import { Notifications } from '@mantine/notifications'
import { useNarrow } from '#client/lib/hooks/use-narrow.ts'

/** Shows toasts, also toasts that were sent before it was loaded. */
export function Toaster() {
  // At the bottom: the top of the page contains its title and, on phones, the navigation.
  const position = useNarrow() ? 'bottom-center' : 'bottom-right'
  return <Notifications limit={1} position={position} containerWidth={380} />
}

import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import { useNarrow } from '../../lib/use-narrow.ts'

/** Lives in the shells, not in the root: the sign-in page loads without it. */
export function Toaster() {
  // Where it covers neither the form's buttons nor the result beside it.
  const position = useNarrow() ? 'top-center' : 'bottom-right'
  return <Notifications limit={1} position={position} containerWidth={380} />
}

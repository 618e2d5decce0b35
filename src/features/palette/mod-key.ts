import { useOs } from '@mantine/hooks'

/** How the key that goes with K is written on this machine. */
export function useModKey(): { label: string; joined: string } {
  const os = useOs({ getValueInEffect: false })
  return os === 'macos' || os === 'ios'
    ? { label: '⌘', joined: '⌘K' }
    : { label: 'Ctrl', joined: 'Ctrl K' }
}

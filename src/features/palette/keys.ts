import { useLocalStorage, useOs } from '@mantine/hooks'

/** What `g` and then a letter leads to, when the navigation has it. */
export const pageKeys: Record<string, string> = {
  d: '/',
  p: '/payments',
  l: '/links',
  t: '/transactions',
  r: '/refunds',
  c: '/customers',
  a: '/analytics',
  i: '/integration',
}

/** How long `g` waits for its letter. */
const SEQUENCE_MS = 1500

type Commands = {
  togglePalette: () => void
  search: () => void
  showShortcuts: () => void
  goTo: (path: string) => void
}

const writable = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'

const isOccupied = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest(`${writable}, [role="menu"]`) !== null) ||
  isDialogOpen()

export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"]') !== null

/** Turns key presses into commands; a sequence such as `g t` needs memory, so each listener has one. */
export function makeKeyHandler(commands: Commands, { singleKeys }: { singleKeys: boolean }) {
  let sequenceUntil = 0

  function single(event: KeyboardEvent): (() => void) | undefined {
    const path = event.timeStamp < sequenceUntil ? pageKeys[event.key.toLowerCase()] : undefined
    sequenceUntil = 0
    if (path !== undefined) return () => commands.goTo(path)
    if (event.key === '/') return commands.search
    if (event.key === '?') return commands.showShortcuts
    if (event.key.toLowerCase() === 'g') sequenceUntil = event.timeStamp + SEQUENCE_MS
    return undefined
  }

  return (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return
    const isModified = event.ctrlKey || event.metaKey
    if (isModified && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      commands.togglePalette()
      return
    }
    // Shift alone is part of the sequence: some keyboards need it for `?` and `/`.
    if (!singleKeys || isModified || event.altKey || event.key === 'Shift') return
    if (isOccupied(event.target)) return
    const command = single(event)
    if (!command) return
    event.preventDefault()
    command()
  }
}

/** How the key that goes with K is written on this machine. */
export function useModKey(): { label: string; joined: string } {
  const os = useOs({ getValueInEffect: false })
  return os === 'macos' || os === 'ios'
    ? { label: '⌘', joined: '⌘K' }
    : { label: 'Ctrl', joined: 'Ctrl K' }
}

/** Whether keys without a modifier do something; kept in this browser. */
export const useSingleKeys = () =>
  useLocalStorage({
    key: 'incasso-single-keys',
    defaultValue: true,
    getInitialValueInEffect: false,
  })

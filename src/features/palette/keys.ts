import { useLocalStorage, useOs } from '@mantine/hooks'

/** Paths by letter: pressing `g` and then the letter opens the path, if the navigation contains it. */
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

/** The longest time between `g` and its letter. */
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

/**
 * Returns a handler that maps key presses to commands. Each listener needs its own, because a sequence such
 * as `g t` keeps state.
 */
export function makeKeyHandler(commands: Commands, { singleKeys }: { singleKeys: boolean }) {
  let sequenceUntil = 0

  function commandOf(event: KeyboardEvent): (() => void) | undefined {
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
    const command = commandOf(event)
    if (!command) return
    event.preventDefault()
    command()
  }
}

/** Returns the modifier of the K shortcut as this operating system writes it. */
export function useModKey(): { label: string; joined: string } {
  const os = useOs({ getValueInEffect: false })
  return os === 'macos' || os === 'ios'
    ? { label: '⌘', joined: '⌘K' }
    : { label: 'Ctrl', joined: 'Ctrl K' }
}

/** The setting for shortcuts without a modifier, stored in this browser. */
export const useSingleKeys = () =>
  useLocalStorage({
    key: 'incasso-single-keys',
    defaultValue: true,
    getInitialValueInEffect: false,
  })

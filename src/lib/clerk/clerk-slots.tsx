import { Box, type BoxProps } from '@mantine/core'
import { useCallback, useSyncExternalStore } from 'react'

/** A component of Clerk's in a page of Incasso. `to` and `signInTo` are the paths that open after signing in. */
export type SlotContent =
  | { kind: 'sign-in'; to: string }
  | { kind: 'sign-up'; signInTo: string }
  | { kind: 'account' }
  | { kind: 'user-button' }

type Slot = { id: number; node: HTMLElement; content: SlotContent }

let slots: readonly Slot[] = []
let lastId = 0
const listeners = new Set<() => void>()

function setSlots(next: readonly Slot[]) {
  slots = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the elements of the page into which Clerk's components are rendered. */
export const useSlots = (): readonly Slot[] => useSyncExternalStore(listen, () => slots)

/** Returns the ref of an element for Clerk's component. `content` must stay the same between renders. */
const useSlotRef = (content: SlotContent) =>
  useCallback(
    (node: HTMLElement | null) => {
      if (!node) return undefined
      lastId += 1
      const id = lastId
      setSlots([...slots, { id, node, content }])
      return () => setSlots(slots.filter((slot) => slot.id !== id))
    },
    [content],
  )

type Props = { content: SlotContent } & Pick<BoxProps, 'w' | 'h' | 'mih'>

/** An element into which `ClerkIsland` renders a component of Clerk's. */
export function ClerkSlot({ content, ...box }: Props) {
  return <Box ref={useSlotRef(content)} {...box} />
}

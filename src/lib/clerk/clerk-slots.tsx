import { Box, type BoxProps } from '@mantine/core'
import { useCallback, useSyncExternalStore } from 'react'

/** A part of Clerk's in our page. `to` is the path that signing in or up leads to. */
export type SlotContent =
  | { kind: 'sign-in'; to: string }
  | { kind: 'sign-up'; signInTo: string }
  | { kind: 'account' }
  | { kind: 'user-button' }

type Slot = { id: number; node: HTMLElement; content: SlotContent }

let slots: readonly Slot[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Slot[]) {
  slots = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSlots = (): readonly Slot[] => useSyncExternalStore(listen, () => slots)

/** The ref of an element that Clerk's part goes into. `content` must stay the same between renders. */
const useSlotRef = (content: SlotContent) =>
  useCallback(
    (node: HTMLElement | null) => {
      if (!node) return undefined
      lastId += 1
      const id = lastId
      change([...slots, { id, node, content }])
      return () => change(slots.filter((slot) => slot.id !== id))
    },
    [content],
  )

type Props = { content: SlotContent } & Pick<BoxProps, 'w' | 'h' | 'mih'>

/** Where a part of Clerk's stands in the page. The one provider of its library draws into it. */
export function ClerkSlot({ content, ...box }: Props) {
  return <Box ref={useSlotRef(content)} {...box} />
}

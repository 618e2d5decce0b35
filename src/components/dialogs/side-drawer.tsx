import { Drawer, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useReturnedFocus } from '#client/lib/hooks/use-returned-focus.ts'

type Props = { title: string; closeLabel: string; onClose: () => void; children: ReactNode }

/** Shows one entry of a list in full, next to the list. */
export function SideDrawer({ title, closeLabel, onClose, children }: Props) {
  useReturnedFocus(true)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="34rem"
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      title={
        <Text component="span" fw={600}>
          {title}
        </Text>
      }
      closeButtonProps={{ 'aria-label': closeLabel }}
    >
      {children}
    </Drawer>
  )
}

import { Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useReturnedFocus } from './use-focus.ts'

type Props = {
  opened: boolean
  title: string
  isPending: boolean
  /** What gets the focus when the opener is gone; without it the page's title. */
  substitute?: () => HTMLElement | null
  onClose: () => void
  children: ReactNode
}

/** The frame of a form: a stray click beside it must not throw away what was typed. */
export function CustomerDialog({ opened, title, isPending, substitute, onClose, children }: Props) {
  useReturnedFocus(opened, substitute)
  return (
    <Modal
      opened={opened}
      onClose={() => {
        if (!isPending) onClose()
      }}
      title={
        <Text component="span" fw={600}>
          {title}
        </Text>
      }
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      returnFocus={false}
      transitionProps={{ exitDuration: 0 }}
    >
      {children}
    </Modal>
  )
}

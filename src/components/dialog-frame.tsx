import { Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFocusBack } from '../lib/use-focus-back.ts'

type Props = {
  title: string
  /** Missing while closing would lose something, such as a secret that is shown once. */
  onClose: (() => void) | undefined
  children: ReactNode
}

/** The frame of a form: a stray click beside it must not throw away what was typed or shown. */
export function DialogFrame({ title, onClose, children }: Props) {
  useFocusBack()
  return (
    <Modal
      opened
      onClose={() => onClose?.()}
      title={
        <Text component="span" fw={600}>
          {title}
        </Text>
      }
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      {children}
    </Modal>
  )
}

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useReturnedFocus } from '#client/lib/hooks/use-returned-focus.ts'
import { SubmitButton } from './submit-button.tsx'

type Props = {
  /** Left out where the dialog is there only while it is open. */
  opened?: boolean
  title: string
  /** Missing while closing would lose something, such as a secret that is shown once. */
  onClose: (() => void) | undefined
  /** A stray click beside a form must not throw away what was typed or shown. */
  closesOnClickOutside?: boolean
  /** What gets the focus when the opener is gone; without it the page's title. */
  substitute?: () => HTMLElement | null
  children: ReactNode
}

/** The frame of all that asks or shows something over the page. */
export function Dialog({
  opened = true,
  title,
  onClose,
  closesOnClickOutside = false,
  substitute,
  children,
}: Props) {
  useReturnedFocus(opened, substitute)
  return (
    <Modal
      opened={opened}
      onClose={() => onClose?.()}
      title={
        <Text component="span" fw={600}>
          {title}
        </Text>
      }
      centered
      withCloseButton={false}
      closeOnClickOutside={closesOnClickOutside}
      returnFocus={false}
      transitionProps={{ exitDuration: 0 }}
    >
      {children}
    </Modal>
  )
}

type ConfirmProps = {
  opened: boolean
  /** Asks with the verb and the object; the button repeats the verb. */
  title: string
  action: string
  back: string
  onConfirm: () => void
  onClose: () => void
  isDestructive?: boolean
  isPending?: boolean
  substitute?: Props['substitute']
  children: ReactNode
}

/** A question that one click beside it takes back. */
export function ConfirmDialog({
  opened,
  title,
  action,
  back,
  onConfirm,
  onClose,
  isDestructive = false,
  isPending = false,
  substitute,
  children,
}: ConfirmProps) {
  return (
    <Dialog
      opened={opened}
      title={title}
      substitute={substitute}
      onClose={isPending ? undefined : onClose}
      closesOnClickOutside
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // A question of a form's own would send that form too.
          event.stopPropagation()
          if (!isPending) onConfirm()
        }}
      >
        <Stack gap="md">
          {children}
          <DialogButtons
            texts={{ cancel: back, submit: action }}
            isPending={isPending}
            isDestructive={isDestructive}
            focusesCancel
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  )
}

type ButtonsProps = {
  /** Without words for it, submitting shows a spinner. */
  texts: { cancel: string; submit: string; submitting?: string }
  isPending: boolean
  isDestructive?: boolean
  focusesCancel?: boolean
  onCancel: () => void
}

/** Ends the form of a dialog. */
export function DialogButtons(props: ButtonsProps) {
  const { texts, isPending, isDestructive = false, focusesCancel, onCancel } = props
  const { submitting } = texts
  const color = isDestructive ? 'red.9' : undefined
  return (
    <Group justify="flex-end" gap="sm">
      <Button
        variant="default"
        disabled={isPending}
        onClick={onCancel}
        data-autofocus={focusesCancel || undefined}
      >
        {texts.cancel}
      </Button>
      {submitting === undefined ? (
        <Button type="submit" loading={isPending} color={color}>
          {texts.submit}
        </Button>
      ) : (
        <SubmitButton
          texts={{ submit: texts.submit, submitting }}
          isPending={isPending}
          color={color}
        />
      )}
    </Group>
  )
}

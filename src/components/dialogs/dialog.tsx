import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useReturnedFocus } from '#client/lib/hooks/use-returned-focus.ts'
import { SubmitButton } from './submit-button.tsx'

type Props = {
  /** Omitted where the dialog is only mounted while it is open. */
  opened?: boolean
  title: string
  /** Undefined while closing would lose something, such as a secret that is shown once. */
  onClose: (() => void) | undefined
  /** False for forms: a stray click must not discard what was typed or shown. */
  closesOnClickOutside?: boolean
  /** The element to focus when the opener is gone; the page's title by default. */
  substitute?: () => HTMLElement | null
  children: ReactNode
}

/** The frame of every modal dialog. */
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
  /** A question with the verb and the object; the button repeats the verb. */
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

/** A question that a click outside the dialog cancels. */
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
          // React bubbles the event out of the dialog, which would submit a surrounding form too.
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
  /** Without `submitting`, a pending submit button shows a spinner. */
  texts: { cancel: string; submit: string; submitting?: string }
  isPending: boolean
  isDestructive?: boolean
  focusesCancel?: boolean
  onCancel: () => void
}

/** The buttons that cancel or submit a dialog's form. */
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

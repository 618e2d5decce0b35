import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'

type Props = {
  opened: boolean
  /** Asks with the verb and the object; the button repeats the verb. */
  title: string
  action: string
  back: string
  onConfirm: () => void
  onClose: () => void
  isDestructive?: boolean
  isPending?: boolean
  /** False when the caller moves the focus itself, for example to another page. */
  returnFocus?: boolean
  children: ReactNode
}

export function ConfirmDialog({
  opened,
  title,
  action,
  back,
  onConfirm,
  onClose,
  isDestructive = false,
  isPending = false,
  returnFocus = true,
  children,
}: Props) {
  useReturnedFocus(opened, returnFocus)
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
      returnFocus={false}
      transitionProps={{ exitDuration: 0 }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) onConfirm()
        }}
      >
        <Stack gap="md">
          {children}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" disabled={isPending} onClick={onClose} data-autofocus>
              {back}
            </Button>
            <Button type="submit" loading={isPending} color={isDestructive ? 'red.9' : undefined}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Back to what opened the dialog; when that is gone, to the title of the page. */
function useReturnedFocus(opened: boolean, isWanted: boolean) {
  const wanted = useRef(isWanted)
  useLayoutEffect(() => {
    wanted.current = isWanted
  }, [isWanted])
  useEffect(() => {
    if (!opened) return undefined
    const opener = document.activeElement
    return () => {
      const target = opener?.isConnected ? opener : document.querySelector('h1')
      if (wanted.current && target instanceof HTMLElement) target.focus({ preventScroll: true })
    }
  }, [opened])
}

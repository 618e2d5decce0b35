import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { ConfirmDialog, Dialog } from '#client/components/dialogs/dialog.tsx'
import { ErrorState } from '#client/components/error-state.tsx'
import { shownBook } from '#client/lib/book.ts'
import { isConfirmationDeclined } from '#client/lib/confirmation.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { stripe as texts } from '#client/processors/stripe/texts/en/stripe.ts'
import { trpc } from '#client/trpc.ts'
import { PermissionTable } from './permission-table.tsx'
import { StripeForm } from './stripe-form.tsx'
import { refusalOf, type StripeKeys, typedKeys } from './stripe-keys.ts'

type Props = {
  onClose: () => void
  /** Returns the element to focus where the button that opened the dialog is gone. */
  substitute: () => HTMLElement | null
}

type AccountProps = Props & { id: string }

export function ConnectDialog({ onClose, substitute }: Props) {
  const { mutateAsync, isPending } = trpc.processorAccounts.connect.useMutation()
  const connect = async (keys: StripeKeys) => {
    const { secretKey = '', publishableKey = '', webhookSecret } = typedKeys(keys)
    const { makeWebhook } = keys
    try {
      await mutateAsync({
        processor: 'stripe',
        secretKey,
        publishableKey,
        webhookSecret,
        makeWebhook,
      })
    } catch (error) {
      return isConfirmationDeclined(error) ? undefined : refusalOf(error)
    }
    notify.success(texts.connect.done)
    onClose()
    return undefined
  }
  return (
    <Dialog
      title={texts.connect.title}
      onClose={isPending ? undefined : onClose}
      substitute={substitute}
    >
      <StripeForm isNew words={texts.connect} onSubmit={connect} onCancel={onClose} />
    </Dialog>
  )
}

export function ChangeKeysDialog({ id, onClose, substitute }: AccountProps) {
  const { mutateAsync, isPending } = trpc.processorAccounts.update.useMutation()
  const change = async (keys: StripeKeys) => {
    try {
      await mutateAsync({ id, ...typedKeys(keys) })
    } catch (error) {
      return isConfirmationDeclined(error) ? undefined : refusalOf(error)
    }
    notify.success(texts.change.done)
    onClose()
    return undefined
  }
  return (
    <Dialog
      title={texts.change.title}
      onClose={isPending ? undefined : onClose}
      substitute={substitute}
    >
      <StripeForm isNew={false} words={texts.change} onSubmit={change} onCancel={onClose} />
    </Dialog>
  )
}

type Test = Pick<
  ReturnType<typeof trpc.processorAccounts.test.useMutation>,
  'data' | 'error' | 'isPending'
>

type TestProps = Pick<Props, 'onClose'> & { test: Test; onTest: () => void }

/** Shows the stored key's current permissions: they are changed at Stripe, which sends no notification. */
export function TestDialog({ test, onTest, onClose }: TestProps) {
  const { data, error, isPending } = test
  return (
    <Dialog title={texts.test.title} onClose={onClose}>
      <Stack gap="md">
        {isPending ? (
          <>
            <Text size="sm" role="status">
              {texts.test.pending}
            </Text>
            <Skeleton height="20rem" aria-busy />
          </>
        ) : error ? (
          <ErrorState title={texts.test.failed} error={error} onRetry={onTest} />
        ) : (
          data && <PermissionTable permissions={data.permissions} />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={isPending} onClick={onTest}>
            {texts.test.again}
          </Button>
          <Button onClick={onClose} data-autofocus>
            {texts.test.close}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

export function DisconnectDialog({ id, onClose, substitute }: AccountProps) {
  const words = texts.disconnect
  const { mutate, isPending } = trpc.processorAccounts.disconnect.useMutation({
    onSuccess: () => {
      notify.success(words.done)
      onClose()
    },
    onError: (error) => {
      if (!isConfirmationDeclined(error)) {
        notify.error({ title: words.failed, message: readProblem(error).detail })
      }
    },
  })
  return (
    <ConfirmDialog
      opened
      title={words.title}
      action={words.action}
      back={words.back}
      isDestructive
      isPending={isPending}
      substitute={substitute}
      onClose={onClose}
      onConfirm={() => mutate({ id })}
    >
      <Text size="sm">{words.text[shownBook]}</Text>
      <Text size="sm">{words.kept}</Text>
    </ConfirmDialog>
  )
}

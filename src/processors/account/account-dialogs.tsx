import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { ConfirmDialog, Dialog } from '#client/components/dialogs/dialog.tsx'
import { ErrorState } from '#client/components/error-state.tsx'
import { isConfirmationDeclined } from '#client/lib/confirmation.ts'
import { shownMode } from '#client/lib/mode.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { account as texts } from '#client/processors/account/texts/en/account.ts'
import { trpc } from '#client/trpc.ts'
import type { AccountDialogProps, DialogProps, SectionProcessor } from './account-words.ts'
import { PermissionTable } from './permission-table.tsx'

type Test = Pick<
  ReturnType<typeof trpc.processorAccounts.test.useMutation>,
  'data' | 'error' | 'isPending'
>

type TestProps = Pick<DialogProps, 'onClose'> & {
  processor: SectionProcessor
  test: Test
  onTest: () => void
}

/** Shows the stored key's current permissions: they are changed at the processor, which sends no notification. */
export function TestDialog({ processor, test, onTest, onClose }: TestProps) {
  const { data, error, isPending } = test
  return (
    <Dialog title={texts.test.title} onClose={onClose}>
      <Stack gap="md">
        {isPending ? (
          <>
            <Text size="sm" role="status">
              {texts.test.pending(processor.label)}
            </Text>
            <Skeleton height="20rem" aria-busy />
          </>
        ) : error ? (
          <ErrorState title={texts.test.failed} error={error} onRetry={onTest} />
        ) : (
          data && <PermissionTable permissions={data.permissions} processor={processor} />
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

type DisconnectProps = AccountDialogProps & { processor: SectionProcessor }

export function DisconnectDialog({ processor, id, onClose, substitute }: DisconnectProps) {
  const words = texts.disconnect
  const { label } = processor
  const { mutate, isPending } = trpc.processorAccounts.disconnect.useMutation({
    onSuccess: () => {
      notify.success(words.done(label))
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
      title={words.title(label)}
      action={words.action}
      back={words.back}
      isDestructive
      isPending={isPending}
      substitute={substitute}
      onClose={onClose}
      onConfirm={() => mutate({ id })}
    >
      <Text size="sm">{processor.words.disconnectText[shownMode]}</Text>
      <Text size="sm">{words.kept}</Text>
    </ConfirmDialog>
  )
}

import { Text } from '@mantine/core'
import { ConfirmDialog } from '#client/components/dialogs/dialog.tsx'
import { isConfirmationDeclined } from '#client/lib/confirmation.ts'
import { openMode } from '#client/lib/mode.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { connectableNames } from '#client/processors/identities.ts'
import { settings } from '#client/texts/en/settings.ts'
import { trpc } from '#client/trpc.ts'

const texts = settings.payments

/** Asks whether to add live mode, and opens it: its dashboard lists the steps to the first real payment. */
export function GoLiveDialog({ onClose }: { onClose: () => void }) {
  const { mutate, isPending } = trpc.merchant.goLive.useMutation({
    onSuccess: () => {
      // Unsaved values of another form can keep the page in test mode.
      onClose()
      void openMode('live')
    },
    onError: (error) => {
      onClose()
      // Another person or tab has already created live mode.
      if (readProblem(error).reason === 'already_live') void openMode('live')
      else if (!isConfirmationDeclined(error))
        notify.error({ title: texts.failed, message: readProblem(error).detail })
    },
  })
  return (
    <ConfirmDialog
      opened
      title={texts.question}
      action={texts.goLive}
      back={texts.cancel}
      isPending={isPending}
      onConfirm={() => mutate({})}
      onClose={onClose}
    >
      <Text size="sm">{texts.questionText(connectableNames)}</Text>
    </ConfirmDialog>
  )
}

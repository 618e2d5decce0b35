import { Text } from '@mantine/core'
import { ConfirmDialog } from '#client/components/dialogs/dialog.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { isConfirmationDeclined } from '#client/lib/confirmation.ts'
import { notify } from '#client/lib/notify.tsx'
import { readProblem } from '#client/lib/problem.ts'
import { integration } from '#client/texts/en/integration.ts'
import { webhookEndpoints as texts } from '#client/texts/en/webhook-endpoints.ts'
import { trpc } from '#client/trpc.ts'
import type { WebhookEndpoint } from '#server/features/webhook-endpoints/webhook-endpoints.schema.ts'
import { SecretDialog } from '../secret-dialog.tsx'

type Props = { endpoint: WebhookEndpoint; onClose: () => void }

export const notifyFailure = (error: unknown) =>
  notify.error({ title: texts.failed, message: readProblem(error).detail })

export function DisableQuestion({ endpoint: { id }, onClose }: Props) {
  const { mutate, isPending } = trpc.webhookEndpoints.update.useMutation({
    onSuccess: () => {
      notify.success(texts.disabled)
      onClose()
    },
    onError: notifyFailure,
  })
  const { title, text, back } = texts.disableQuestion
  return (
    <ConfirmDialog
      opened
      title={title}
      action={texts.disable}
      back={back}
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => mutate({ id, status: 'disabled' })}
    >
      <Text size="sm">{text}</Text>
    </ConfirmDialog>
  )
}

export function DeleteQuestion({
  endpoint: { id, url },
  onClose,
  onDeleted,
}: Props & { onDeleted: () => void }) {
  const { mutate, isPending } = trpc.webhookEndpoints.delete.useMutation({
    onSuccess: () => {
      notify.success(texts.deleteQuestion.done)
      onClose()
      onDeleted()
    },
    onError: notifyFailure,
  })
  const { title, text, back } = texts.deleteQuestion
  return (
    <ConfirmDialog
      opened
      title={title}
      action={texts.delete}
      back={back}
      isDestructive
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => mutate({ id })}
    >
      <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
        {url}
      </Text>
      <Text size="sm">{text}</Text>
    </ConfirmDialog>
  )
}

const secretTexts = integration.secret

/** Asks before rotating the secret, then shows the new one. */
export function RotateQuestion({ endpoint: { id }, onClose }: Props) {
  const { timezone } = useSignedIn().merchant
  const { mutate, data, isPending } = trpc.webhookEndpoints.rotateSecret.useMutation({
    onError: (error) => {
      if (!isConfirmationDeclined(error)) notifyFailure(error)
    },
  })
  if (data) {
    return (
      <SecretDialog
        title={texts.secretDialog.rotatedTitle}
        text={secretTexts.text}
        label={secretTexts.field}
        secret={data.secret}
        note={
          data.previousExpiresAt && (
            <Text size="sm" c="dimmed" component="div">
              {`${secretTexts.overlap} `}
              <DateText at={data.previousExpiresAt} timezone={timezone} />
            </Text>
          )
        }
        onClose={onClose}
      />
    )
  }
  return (
    <ConfirmDialog
      opened
      title={secretTexts.rotateTitle}
      action={secretTexts.rotate}
      back={secretTexts.rotateBack}
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => mutate({ id })}
    >
      <Text size="sm">{secretTexts.rotateText}</Text>
    </ConfirmDialog>
  )
}

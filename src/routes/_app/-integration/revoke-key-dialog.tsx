import { Text } from '@mantine/core'
import type { ApiKey } from '#server/features/api-keys/api-keys.schema.ts'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { notify } from '../../../lib/notify.tsx'
import { readProblem } from '../../../lib/problem.ts'
import { apiKeys } from '../../../texts/api-keys.ts'
import { trpc } from '../../../trpc.ts'

const texts = apiKeys.revoke

type Props = { apiKey: ApiKey | undefined; onClose: () => void }

export function RevokeKeyDialog({ apiKey, onClose }: Props) {
  const { mutate, isPending } = trpc.apiKeys.revoke.useMutation({
    onSuccess: () => {
      notify.success(texts.done(apiKey?.name ?? ''))
      onClose()
    },
    onError: (error) => notify.error({ title: apiKeys.failed, message: readProblem(error).detail }),
  })
  return (
    <ConfirmDialog
      opened={apiKey !== undefined}
      title={texts.title(apiKey?.name ?? '')}
      action={texts.action}
      back={texts.back}
      isDestructive
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => apiKey && mutate({ id: apiKey.id })}
    >
      <Text size="sm">{texts.text}</Text>
    </ConfirmDialog>
  )
}

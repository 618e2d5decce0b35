import { NativeSelect, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ApiKey } from '#server/features/api-keys/api-keys.schema.ts'
import { isGivenUp } from '../../../lib/confirmation.ts'
import { notify } from '../../../lib/notify.tsx'
import { readProblem } from '../../../lib/problem.ts'
import { apiKeys } from '../../../texts/api-keys.ts'
import { trpc } from '../../../trpc.ts'
import { DialogButtons } from '../../../components/dialog-buttons.tsx'
import { DialogFrame } from '../../../components/dialog-frame.tsx'
import { MadeKeyDialog } from './made-key-dialog.tsx'

const texts = apiKeys.rotate

const overlapOptions = [0, 1, 2, 3, 4, 5, 6, 7].map((days) => ({
  value: String(days),
  label: texts.overlaps(days),
}))

type Props = { apiKey: ApiKey; onClose: () => void }

export function RotateKeyDialog({ apiKey: { id, name }, onClose }: Props) {
  const [overlapDays, setOverlapDays] = useState(1)
  const { mutate, data, isPending } = trpc.apiKeys.rotate.useMutation({
    onError: (error) => {
      if (isGivenUp(error)) return
      notify.error({ title: apiKeys.failed, message: readProblem(error).detail })
    },
  })
  if (data) return <MadeKeyDialog title={texts.doneTitle} secret={data.secret} onClose={onClose} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate({ id, overlapDays })
  }
  return (
    <DialogFrame title={texts.title(name)} onClose={isPending ? undefined : onClose}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{texts.text}</Text>
          <NativeSelect
            label={texts.overlap}
            data={overlapOptions}
            value={String(overlapDays)}
            data-autofocus
            onChange={({ currentTarget }) => setOverlapDays(Number(currentTarget.value))}
          />
          <DialogButtons texts={texts} isPending={isPending} onCancel={onClose} />
        </Stack>
      </form>
    </DialogFrame>
  )
}

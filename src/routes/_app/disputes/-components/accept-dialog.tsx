import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#client/components/dialogs/dialog.tsx'
import { Failure } from '#client/components/error-state.tsx'
import { notify } from '#client/lib/notify.tsx'
import { problemLine, readProblem } from '#client/lib/problem.ts'
import { formatMoney } from '#client/lib/words/format.ts'
import { disputePages } from '#client/texts/en/dispute-pages.ts'
import { queryClient, trpc } from '#client/trpc.ts'
import type { DisputeDetail } from '#server/features/disputes/disputes.schema.ts'

const { acceptance: texts, form } = disputePages

/** The button that leaves the money with the payer, with its confirmation. */
export function AcceptDialog({ dispute }: { dispute: DisputeDetail }) {
  const { id, reference, amount, currency } = dispute
  const [isOpen, setIsOpen] = useState(false)
  const { mutate, isPending, error, reset } = trpc.disputes.accept.useMutation({
    onSuccess: () => {
      notify.success({ title: texts.done, message: `#${reference}` })
      setIsOpen(false)
    },
    onSettled: () => queryClient.invalidateQueries(),
  })
  const open = () => {
    reset()
    setIsOpen(true)
  }
  return (
    <Group justify="flex-end">
      <Button variant="subtle" color="red" onClick={open}>
        {form.accept}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={texts.title}
        action={texts.action}
        back={texts.back}
        isDestructive
        isPending={isPending}
        onConfirm={() => mutate({ id })}
        onClose={() => setIsOpen(false)}
      >
        <Text size="sm">{texts.text(formatMoney(amount, currency))}</Text>
        {error && <Failure title={texts.failed}>{problemLine(readProblem(error))}</Failure>}
      </ConfirmDialog>
    </Group>
  )
}

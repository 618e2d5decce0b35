import { Text } from '@mantine/core'
import { ConfirmDialog } from '#client/components/dialogs/dialog.tsx'
import { notify } from '#client/lib/notify.tsx'
import { customers } from '#client/texts/en/customers.ts'
import { trpc } from '#client/trpc.ts'
import type { Customer } from '#server/features/customers/customers.schema.ts'
import { notifyRefusal } from './customer-values.ts'

const texts = customers.erase

type Props = { customer: Customer; opened: boolean; onClose: () => void }

export function EraseCustomerDialog({ customer, opened, onClose }: Props) {
  const { mutate, isPending } = trpc.customers.erase.useMutation({
    onSuccess: () => {
      notify.success(texts.done)
      onClose()
    },
    onError: (error) => notifyRefusal(error, texts.failed),
  })
  return (
    <ConfirmDialog
      opened={opened}
      title={texts.title(customer.name)}
      action={texts.action}
      back={texts.back}
      isDestructive
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => mutate({ id: customer.id })}
    >
      <Text size="sm">{texts.text}</Text>
      <Text size="sm" fw={600}>
        {texts.final}
      </Text>
    </ConfirmDialog>
  )
}

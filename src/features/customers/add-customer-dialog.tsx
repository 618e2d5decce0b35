import { useState } from 'react'
import { Dialog } from '#client/components/dialogs/dialog.tsx'
import { useUnsavedChanges } from '#client/components/dialogs/unsaved-changes.tsx'
import { notify } from '#client/lib/notify.tsx'
import { customers } from '#client/texts/en/customers.ts'
import { trpc } from '#client/trpc.ts'
import type { Issue } from '#server/shared/reasons/errors.ts'
import { CustomerForm } from './customer-form.tsx'
import {
  type CustomerValues,
  emptyCustomer,
  newCustomerOf,
  notifyRefusal,
} from './customer-values.ts'

const texts = customers.add

type Props = {
  opened: boolean
  onClose: () => void
  /** The element that gets the focus when the opener has been removed. */
  substitute: () => HTMLElement | null
}

export function AddCustomerDialog({ opened, onClose, substitute }: Props) {
  const { mutateAsync, isPending } = trpc.customers.create.useMutation()
  const [isDirty, setIsDirty] = useState(false)
  const { leave, isAsking, question } = useUnsavedChanges(opened && isDirty)
  const close = () => leave(onClose)

  const add = async (values: CustomerValues): Promise<Issue[]> => {
    try {
      const { name } = await mutateAsync(newCustomerOf(values))
      notify.success(texts.done(name))
      onClose()
      return []
    } catch (error) {
      return notifyRefusal(error, texts.failed)
    }
  }

  return (
    <Dialog
      opened={opened}
      title={texts.title}
      substitute={substitute}
      onClose={isPending || isAsking ? undefined : close}
    >
      <CustomerForm
        label={texts.title}
        initial={emptyCustomer}
        submit={texts.submit}
        submitting={texts.submitting}
        isPending={isPending}
        onDirty={setIsDirty}
        onSubmit={add}
        onCancel={close}
      />
      {question}
    </Dialog>
  )
}

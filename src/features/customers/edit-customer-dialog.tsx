import { type ReactNode, useState } from 'react'
import { Dialog } from '#client/components/dialogs/dialog.tsx'
import { useUnsavedChanges } from '#client/components/dialogs/unsaved-changes.tsx'
import { notify } from '#client/lib/notify.tsx'
import { customers } from '#client/texts/en/customers.ts'
import { trpc } from '#client/trpc.ts'
import type { Customer } from '#server/features/customers/customers.schema.ts'
import type { Issue } from '#server/shared/reasons/errors.ts'
import { CustomerForm } from './customer-form.tsx'
import { type CustomerValues, changesOf, notifyRefusal } from './customer-values.ts'

const texts = customers.change

type Props = { customer: Customer; opened: boolean; onClose: () => void }

/** Needs a key per opening, so that each customer starts with their own values. */
function EditCustomerDialog({ customer, opened, onClose }: Props) {
  const { mutateAsync, isPending } = trpc.customers.update.useMutation()
  const [isDirty, setIsDirty] = useState(false)
  const { leave, isAsking, question } = useUnsavedChanges(opened && isDirty)
  const close = () => leave(onClose)

  const save = async (values: CustomerValues): Promise<Issue[]> => {
    const changes = changesOf(customer, values)
    if (!changes) {
      onClose()
      return []
    }
    try {
      const { name } = await mutateAsync(changes)
      notify.success(texts.done(name))
      onClose()
      return []
    } catch (error) {
      return notifyRefusal(error, texts.failed)
    }
  }

  const { name, email, status } = customer
  return (
    <Dialog opened={opened} title={texts.title} onClose={isPending || isAsking ? undefined : close}>
      <CustomerForm
        label={texts.title}
        initial={{ name, email, status }}
        withStatus
        note={texts.note}
        submit={texts.submit}
        submitting={texts.submitting}
        isPending={isPending}
        onDirty={setIsDirty}
        onSubmit={save}
        onCancel={close}
      />
      {question}
    </Dialog>
  )
}

/**
 * Returns the page's edit dialog and the function that opens it. The page owns it, because cards come and go.
 */
export function useEditCustomer(): { edit: (customer: Customer) => void; dialog: ReactNode } {
  const [current, setCurrent] = useState<{ customer: Customer; count: number }>()
  const [opened, setOpened] = useState(false)
  const edit = (customer: Customer) => {
    setCurrent((before) => ({ customer, count: (before?.count ?? 0) + 1 }))
    setOpened(true)
  }
  const dialog = current && (
    <EditCustomerDialog
      key={current.count}
      customer={current.customer}
      opened={opened}
      onClose={() => setOpened(false)}
    />
  )
  return { edit, dialog }
}

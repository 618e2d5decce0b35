import type { Customer } from '#server/features/customers/customers.schema.ts'
import { notify } from '../../lib/notify.tsx'
import { customers } from '../../texts/customers.ts'
import { trpc } from '../../trpc.ts'
import { CustomerDialog } from './customer-dialog.tsx'
import { CustomerForm } from './customer-form.tsx'
import { changesOf, type CustomerErrors, type CustomerValues } from './customer-values.ts'
import { tellRefusal } from './refusal.ts'

const texts = customers.change

type Props = { customer: Customer; opened: boolean; onClose: () => void }

/** Give it a key, so that each customer begins with their own values. */
export function EditCustomerDialog({ customer, opened, onClose }: Props) {
  const { mutateAsync, isPending } = trpc.customers.update.useMutation()

  const save = async (values: CustomerValues): Promise<CustomerErrors> => {
    const changes = changesOf(customer, values)
    if (!changes) {
      onClose()
      return {}
    }
    try {
      const { name } = await mutateAsync(changes)
      notify.success(texts.done(name))
      onClose()
      return {}
    } catch (error) {
      return tellRefusal(error, texts.failed)
    }
  }

  const { name, email, status } = customer
  return (
    <CustomerDialog opened={opened} title={texts.title} isPending={isPending} onClose={onClose}>
      <CustomerForm
        label={texts.title}
        initial={{ name, email, status }}
        withStatus
        note={texts.note}
        submit={texts.submit}
        submitting={texts.submitting}
        isPending={isPending}
        onSubmit={save}
        onCancel={onClose}
      />
    </CustomerDialog>
  )
}

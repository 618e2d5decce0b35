import { notify } from '../../lib/notify.tsx'
import { customers } from '../../texts/customers.ts'
import { trpc } from '../../trpc.ts'
import { CustomerDialog } from './customer-dialog.tsx'
import { CustomerForm } from './customer-form.tsx'
import {
  type CustomerErrors,
  type CustomerValues,
  emptyCustomer,
  newCustomerOf,
} from './customer-values.ts'
import { tellRefusal } from './refusal.ts'

const texts = customers.add

type Props = {
  opened: boolean
  onClose: () => void
  /** What gets the focus when the opener is gone. */
  substitute: () => HTMLElement | null
}

export function AddCustomerDialog({ opened, onClose, substitute }: Props) {
  const { mutateAsync, isPending } = trpc.customers.create.useMutation()

  const add = async (values: CustomerValues): Promise<CustomerErrors> => {
    try {
      const { name } = await mutateAsync(newCustomerOf(values))
      notify.success(texts.done(name))
      onClose()
      return {}
    } catch (error) {
      return tellRefusal(error, texts.failed)
    }
  }

  return (
    <CustomerDialog
      opened={opened}
      title={texts.title}
      isPending={isPending}
      substitute={substitute}
      onClose={onClose}
    >
      <CustomerForm
        label={texts.title}
        initial={emptyCustomer}
        submit={texts.submit}
        submitting={texts.submitting}
        isPending={isPending}
        onSubmit={add}
        onCancel={onClose}
      />
    </CustomerDialog>
  )
}

import { type ReactNode, useState } from 'react'
import type { Customer } from '#server/features/customers/customers.schema.ts'
import { EditCustomerDialog } from './edit-customer-dialog.tsx'

/** The dialog of a page, and what opens it. It belongs to the page: cards come and go. */
export function useEditCustomer(): { edit: (customer: Customer) => void; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ customer: Customer; count: number }>()
  const [opened, setOpened] = useState(false)
  const edit = (customer: Customer) => {
    setAsked((before) => ({ customer, count: (before?.count ?? 0) + 1 }))
    setOpened(true)
  }
  const dialog = asked && (
    <EditCustomerDialog
      key={asked.count}
      customer={asked.customer}
      opened={opened}
      onClose={() => setOpened(false)}
    />
  )
  return { edit, dialog }
}

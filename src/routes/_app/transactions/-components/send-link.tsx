import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useNewLink } from '#client/routes/_app/-links/merchant-link-dialog.tsx'
import { paymentLinks } from '#client/texts/en/payment-links.ts'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'

/** Creates a payment link for a failed payment, so that the customer can pay by themselves. */
export function SendLink({ transaction }: { transaction: Transaction }) {
  const { make, dialog } = useNewLink()
  const { id, transactionId, amount, currency, description, customerId, customerName } = transaction
  return (
    <>
      <Button
        leftSection={<IconLink size={16} aria-hidden />}
        onClick={() =>
          make({
            title: description?.slice(0, 120) ?? paymentLinks.insteadOf(`#${transactionId}`),
            amount,
            currency,
            customer: { id: customerId, name: customerName },
            sourceTransactionId: id,
          })
        }
      >
        {paymentLinks.sendLink}
      </Button>
      {dialog}
    </>
  )
}

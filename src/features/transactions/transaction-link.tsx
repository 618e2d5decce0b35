import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import classes from '../../components/figures.module.css'

type Props = { transaction: Pick<Transaction, 'id' | 'transactionId'> }

export function TransactionLink({ transaction }: Props) {
  return (
    <Anchor
      ff="monospace"
      size="sm"
      className={classes.figure}
      renderRoot={(props) => (
        <Link
          {...props}
          to="/transactions/$transactionId"
          params={{ transactionId: transaction.transactionId }}
        />
      )}
    >
      {`#${transaction.transactionId}`}
    </Anchor>
  )
}

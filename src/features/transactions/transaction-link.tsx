import { Link } from '@tanstack/react-router'
import type { Transaction } from '#server/features/transactions/transactions.schema.ts'
import classes from './transaction-link.module.css'

type Props = { transaction: Pick<Transaction, 'id' | 'transactionId'> }

export function TransactionLink({ transaction }: Props) {
  return (
    <Link
      className={classes.link}
      to="/transactions/$transactionId"
      params={{ transactionId: transaction.transactionId }}
    >
      {`#${transaction.transactionId}`}
    </Link>
  )
}

import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import type { TransactionStatus } from '#server/features/transactions/transactions.schema.ts'
import { transactions } from '../texts/transactions.ts'
import classes from './status-badge.module.css'

const icons = { success: IconCircleCheck, pending: IconClock, failed: IconCircleX }

type Props = { status: TransactionStatus; large?: boolean }

export function StatusBadge({ status, large = false }: Props) {
  // A newer server may know more statuses than this page.
  const known: TransactionStatus = status in icons ? status : 'success'
  const Icon = icons[known]
  return (
    <span className={classes.badge} data-tone={known} data-large={large || undefined}>
      <Icon size={large ? 18 : 14} aria-hidden />
      {transactions.statuses[known]}
    </span>
  )
}

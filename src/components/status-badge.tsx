import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { TransactionStatus } from '#server/features/transactions/transaction-enums.schema.ts'
import { transactions } from '../texts/en/transactions.ts'
import classes from './status-badge.module.css'

const icons = { success: IconCircleCheck, pending: IconClock, failed: IconCircleX }

type Props = { status: TransactionStatus; large?: boolean }

export function StatusBadge({ status, large = false }: Props) {
  // A newer server may send a status unknown to this page.
  const knownStatus: TransactionStatus = status in icons ? status : 'success'
  const Icon = icons[knownStatus]
  return (
    <span className={classes.badge} data-tone={knownStatus} data-large={large || undefined}>
      <Icon size={large ? 18 : 14} aria-hidden />
      {transactions.statuses[knownStatus]}
    </span>
  )
}

type TagProps = {
  tone: 'info' | 'neutral' | 'pending' | 'success' | 'failed'
  icon?: ReactNode
  /** The text's language, where it differs from the page's. */
  lang?: 'it' | 'en'
  children: string
}

/** A small permanent label, such as the environment; payments use `StatusBadge`. */
export function Tag({ tone, icon, lang, children }: TagProps) {
  return (
    <span className={classes.badge} data-tone={tone} lang={lang}>
      {icon}
      {children}
    </span>
  )
}

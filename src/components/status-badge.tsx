import { IconCircleCheck, IconCircleX, IconClock, IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type {
  AwaitedStep,
  TransactionStatus,
} from '#server/features/transactions/transaction-enums.schema.ts'
import { transactions } from '../texts/en/transactions.ts'
import { waitingPayment } from '../texts/en/waiting-payment.ts'
import classes from './status-badge.module.css'

const icons = { success: IconCircleCheck, pending: IconClock, failed: IconCircleX }

type Props = {
  status: TransactionStatus
  /** The step that a pending payment waits for, which replaces the status. */
  waitingFor?: AwaitedStep | null | undefined
  /** Shows the step's whole name; a small badge shows a short name, which the line below it completes. */
  large?: boolean
}

// False for the specification's texts, whose badges say "Pending" for every step, in the colour of that status.
const isNamedByStep = waitingPayment.statuses.capture === waitingPayment.steps.capture

export function StatusBadge({ status, waitingFor, large = false }: Props) {
  // A newer server may send a status unknown to this page.
  const knownStatus: TransactionStatus = status in icons ? status : 'success'
  const step = knownStatus === 'pending' ? waitingFor : undefined
  const isToCapture = step === 'capture' && isNamedByStep
  const Icon = isToCapture ? IconLock : icons[knownStatus]
  return (
    <span
      className={classes.badge}
      data-tone={isToCapture ? 'info' : knownStatus}
      data-large={large || undefined}
    >
      <Icon size={large ? 18 : 14} aria-hidden />
      {step ? stepName(step, large) : transactions.statuses[knownStatus]}
    </span>
  )
}

const stepName = (step: AwaitedStep, isWhole: boolean): string =>
  (isWhole && isNamedByStep ? waitingPayment.steps : waitingPayment.statuses)[step]

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

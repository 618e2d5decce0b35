import { StatusBadge } from '#client/components/status-badge.tsx'
import { clockOfToday, formatShortDay } from '#client/lib/words/format.ts'
import { waitingPayment } from '#client/texts/en/waiting-payment.ts'
import type { ListedPayment } from '#server/features/transactions/transactions.schema.ts'
import { shortFailure } from './failure-words.ts'
import classes from './transaction-cards.module.css'

type NotedPayment = Pick<ListedPayment, 'status' | 'failureReason' | 'waitingFor' | 'captureBefore'>

/** Returns the line below a payment's status: why it failed, or until when it can be captured; undefined for none. */
export function noteOf(payment: NotedPayment, timezone: string): string | undefined {
  const { status, failureReason, waitingFor, captureBefore } = payment
  if (status === 'failed') return shortFailure(failureReason)
  if (status !== 'pending' || waitingFor === null) return undefined
  if (waitingFor !== 'capture' || captureBefore === null) {
    return waitingPayment.notes[waitingFor] || undefined
  }
  const time = clockOfToday(captureBefore, timezone)
  return time === undefined
    ? waitingPayment.captureBy(formatShortDay(captureBefore, timezone))
    : waitingPayment.captureToday(time)
}

type Props = { payment: NotedPayment; timezone: string }

/** The line below the status. */
function StatusNote({ payment, timezone }: Props) {
  const note = noteOf(payment, timezone)
  if (note === undefined) return null
  return (
    <div className={classes.reason} data-status={payment.status} title={note}>
      {note}
    </div>
  )
}

/** The status of a payment in a row: what it waits for while it is pending, and a line below. */
export const PaymentStatus = ({ payment, timezone }: Props) => (
  <>
    <StatusBadge status={payment.status} waitingFor={payment.waitingFor} />
    <StatusNote payment={payment} timezone={timezone} />
  </>
)

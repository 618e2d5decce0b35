import { Anchor, Group, Paper, Text, Timeline, Title } from '@mantine/core'
import {
  IconCheck,
  IconClock,
  IconLock,
  IconReceiptRefund,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RefundBadge } from '#client/components/refund-badge.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import type { PaymentMoney, PaymentRefund } from '#client/features/refunds/use-payment-money.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { failureWords } from '#client/features/transactions/failure-words.ts'
import { formatElapsed, formatMoney } from '#client/lib/words/format.ts'
import { refunds } from '#client/texts/en/refunds.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import type {
  TransactionDetail,
  TransactionEvent,
} from '#server/features/transactions/transactions.schema.ts'
import { entriesOf, type TimelineEntry } from './timeline-entries.ts'
import { useActorNames } from './use-actor-names.ts'

const icons = { success: IconCheck, pending: IconClock, failed: IconX }

const colors = {
  success: 'var(--tone-success)',
  pending: 'var(--tone-pending)',
  failed: 'var(--tone-failed)',
  cancelled: 'var(--tone-neutral)',
}

type Props = { transaction: TransactionDetail; money: PaymentMoney | undefined }

export function TransactionTimeline({ transaction, money }: Props) {
  const { merchant } = useSignedIn()
  const nameOf = useActorNames(transaction, money)
  const title = transactions.detail.timeline
  const entries = entriesOf(transaction, money)
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} component="section" aria-label={title}>
      <Title order={2} mb="md">
        {title}
      </Title>
      <Timeline active={entries.length} bulletSize={26} lineWidth={2}>
        {entries.map((entry, index) => {
          const { Icon, color, key, title: words, more } = displayOf(entry, { transaction, money })
          return (
            <Timeline.Item
              key={key}
              bullet={<Icon size={14} aria-hidden />}
              color={color}
              title={words}
            >
              {more}
              <Text size="xs" c="dimmed" component="div">
                <DateText at={entry.at} timezone={merchant.timezone} isBrief />
                {elapsedText(entries[index - 1], entry)}
                {entry.kind === 'event' && `, ${nameOf(entry.event.actor)}`}
                {entry.kind === 'refund' && `, ${nameOf(entry.refund.actor)}`}
              </Text>
            </Timeline.Item>
          )
        })}
      </Timeline>
    </Paper>
  )
}

type EntryDisplay = { Icon: TablerIcon; color: string; key: string; title: string; more: ReactNode }

function displayOf(entry: TimelineEntry, { transaction, money }: Props): EntryDisplay {
  if (entry.kind === 'event') {
    const { event } = entry
    return {
      Icon: icons[event.status],
      color: colors[event.status],
      key: `${event.at} ${event.type} ${event.status}`,
      title: capturedOf(event, { transaction, money }) ?? titleOf(event),
      more: <Reason event={event} />,
    }
  }
  if (entry.kind === 'refund') {
    const { refund } = entry
    return {
      Icon: IconReceiptRefund,
      color: colors[refund.status],
      key: refund.id,
      title: refunds.timeline.refund(formatMoney(refund.amount, refund.currency)),
      more: <RefundLines refund={refund} />,
    }
  }
  const { number, outcome, reason } = entry.attempt
  const { authorized, declined, abandoned } = refunds.timeline
  const isAuthorized = outcome === 'authorized'
  return {
    Icon: isAuthorized ? IconLock : IconX,
    color: isAuthorized ? 'var(--tone-info)' : colors.failed,
    key: `attempt ${number}`,
    title: isAuthorized
      ? authorized
      : outcome === 'declined'
        ? declined(number)
        : abandoned(number),
    more: reason && <Text size="sm">{failureWords(reason).meaning}</Text>,
  }
}

/** The reason of the refund and its outcome. */
function RefundLines({ refund }: { refund: PaymentRefund }) {
  const { id, status, reason, note, failureReason, needsApproval, transactionId } = refund
  const failure = failureReason && refunds.failures[failureReason]
  return (
    <>
      <Group gap="xs" my={2}>
        <Text size="sm">{refunds.reasons[reason]}</Text>
        <RefundBadge status={status} />
      </Group>
      {needsApproval && <Text size="sm">{refunds.approval.waits}</Text>}
      {failure && <Text size="sm">{`${failure.meaning} ${failure.next}`}</Text>}
      {note && <Text size="sm">{refunds.timeline.note(note)}</Text>}
      <Anchor
        size="xs"
        aria-label={refunds.timeline.open(formatMoney(refund.amount, refund.currency))}
        renderRoot={(props) => (
          <Link {...props} to="/refunds" search={{ transactionId, search: id }} />
        )}
      >
        {refunds.timeline.openShort}
      </Anchor>
    </>
  )
}

/** Returns the time since the previous entry, because several entries may share a minute. */
function elapsedText(before: TimelineEntry | undefined, entry: TimelineEntry): string {
  if (!before) return ''
  const ms = Date.parse(entry.at) - Date.parse(before.at)
  return `, ${ms < 1000 ? transactions.atOnce : transactions.after(formatElapsed(ms))}`
}

/** Returns the captured share of the authorized amount; undefined for other events. */
function capturedOf(
  { type, status }: TransactionEvent,
  { transaction: { currency }, money }: Props,
): string | undefined {
  const { authorized, captured } = money?.amounts ?? {}
  if (type !== 'status_changed' || status !== 'success' || !authorized || !captured)
    return undefined
  return refunds.timeline.captured(
    formatMoney(captured, currency),
    formatMoney(authorized, currency),
  )
}

function titleOf({ type, status }: TransactionEvent): string {
  const { createdAs, changedTo } = transactions.events
  return type === 'created' ? createdAs[status] : changedTo[status]
}

function Reason({ event }: { event: TransactionEvent }) {
  if (event.status !== 'failed' && !event.reason) return null
  const words =
    event.status === 'failed'
      ? failureWords(event.reason).meaning
      : transactions.note(event.reason ?? '')
  return <Text size="sm">{words}</Text>
}

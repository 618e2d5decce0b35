import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHourglass } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DateText } from '#client/components/text/date-text.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { disputePages } from '#client/texts/en/dispute-pages.ts'
import { disputes as texts } from '#client/texts/en/disputes.ts'
import type { PaymentDispute } from '#server/features/disputes/payment-disputes.schema.ts'
import { disputeReasons } from '#server/shared/disputes/dispute-reasons.ts'
import classes from './payment-disputes.module.css'

const statusStyles: Record<
  PaymentDispute['status'],
  { color: string; icon: typeof IconAlertTriangle }
> = {
  needs_response: { color: 'red', icon: IconAlertTriangle },
  under_review: { color: 'yellow', icon: IconHourglass },
  won: { color: 'green', icon: IconCircleCheck },
  lost: { color: 'gray', icon: IconCircleX },
  warning_needs_response: { color: 'yellow', icon: IconAlertTriangle },
  warning_under_review: { color: 'yellow', icon: IconHourglass },
  warning_closed: { color: 'gray', icon: IconCircleCheck },
}

type Props = {
  disputes: readonly PaymentDispute[]
  processor: string
  timezone: string
  /** Offers to refund the payment; absent where nothing can be refunded. */
  refundNow?: ReactNode
}

/** The payment's disputes, newest first, each with its next step. */
export function PaymentDisputes({ disputes, ...of }: Props) {
  if (disputes.length === 0) return null
  return (
    <Stack gap="sm" component="ul" aria-label={texts.label} className={classes.list}>
      {disputes.map((dispute) => (
        <li key={dispute.id}>
          <OneDispute dispute={dispute} {...of} />
        </li>
      ))}
    </Stack>
  )
}

function wordsOf({ kind, status }: PaymentDispute) {
  if (kind === 'dispute') return texts.states[status]
  return status === 'warning_closed' ? texts.fraud.closed : texts.fraud.open
}

const needsResponse = ({ status }: PaymentDispute) => status.endsWith('needs_response')

type OneProps = Omit<Props, 'disputes'> & { dispute: PaymentDispute }

function OneDispute({ dispute, processor, timezone, refundNow }: OneProps) {
  const { title, next } = wordsOf(dispute)
  const { color, icon: Icon } = statusStyles[dispute.status]
  const { amount, currency, reason, openedAt, evidenceDueAt } = dispute
  return (
    <Alert color={color} icon={<Icon aria-hidden />} title={title}>
      <Text size="sm" c="inherit">
        {next}
      </Text>
      <dl className={classes.facts}>
        <Fact label={texts.amount}>
          <MoneyText amount={amount} currency={currency} />
        </Fact>
        <Fact label={texts.opened}>
          <DateText at={openedAt} timezone={timezone} isBrief />
        </Fact>
        {evidenceDueAt && needsResponse(dispute) && (
          <Fact label={texts.answerBy}>
            <DateText at={evidenceDueAt} timezone={timezone} isBrief />
          </Fact>
        )}
        {reason && <Reason reason={reason} processor={processor} />}
      </dl>
      {dispute.kind === 'fraud_warning' && needsResponse(dispute) && refundNow}
      <Anchor
        size="sm"
        c="inherit"
        underline="always"
        renderRoot={(props) => (
          <Link {...props} to="/disputes/$disputeId" params={{ disputeId: dispute.id }} />
        )}
      >
        {texts.open}
      </Anchor>
    </Alert>
  )
}

/** The reason in the page's words where they exist, otherwise in the processor's. */
function Reason({ reason, processor }: { reason: string; processor: string }) {
  const known = disputeReasons.find((each) => each === reason)
  if (known) return <Fact label={disputePages.columns.reason}>{disputePages.reasons[known]}</Fact>
  return (
    <Fact label={texts.reason(processor)}>
      <span translate="no">{reason.replaceAll('_', ' ')}</span>
    </Fact>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

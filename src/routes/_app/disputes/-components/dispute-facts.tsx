import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fact, FactList } from '#client/components/fact-list.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { IdText } from '#client/components/text/id-text.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { disputePages } from '#client/texts/en/dispute-pages.ts'
import { transactions } from '#client/texts/en/transactions.ts'
import type { DisputeDetail } from '#server/features/disputes/disputes.schema.ts'

const { facts: texts, columns, reasons } = disputePages

export function DisputeFacts({ dispute }: { dispute: DisputeDetail }) {
  const { timezone } = useSignedIn().merchant
  const { currency, reference, customerName, customerEmail, networkReason, fee } = dispute
  const dateFact = (label: string, at: string | null) =>
    at && (
      <Fact label={label}>
        <DateText at={at} timezone={timezone} isBrief />
      </Fact>
    )
  return (
    <FactList title={texts.title} note={transactions.detail.zone(timezone)} labelWidth="11rem">
      <Fact label={texts.disputed}>
        <MoneyText amount={dispute.amount} currency={currency} />
      </Fact>
      <Fact label={texts.withdrawn}>
        <MoneyText amount={dispute.withdrawn} currency={currency} />
      </Fact>
      {fee !== null && (
        <Fact label={texts.fee}>
          <MoneyText amount={fee} currency={currency} />
        </Fact>
      )}
      <Fact label={columns.reason}>{reasons[dispute.reason]}</Fact>
      {networkReason && (
        <Fact label={texts.networkReason}>
          <span translate="no">{networkReason}</span>
        </Fact>
      )}
      <Fact label={texts.customer}>
        {customerName}
        <br />
        {customerEmail}
      </Fact>
      <Fact label={texts.payment}>
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link
              {...props}
              to="/transactions/$transactionId"
              params={{ transactionId: reference }}
            />
          )}
        >
          #{reference}
        </Anchor>
      </Fact>
      {dateFact(columns.opened, dispute.createdAt)}
      {dateFact(columns.deadline, dispute.evidenceDueAt)}
      {dateFact(texts.sentAt, dispute.submittedAt)}
      {dateFact(texts.acceptedAt, dispute.acceptedAt)}
      {dateFact(texts.closedAt, dispute.closedAt)}
      <Fact label={texts.id}>
        <IdText value={dispute.id} copyLabel={`${texts.id} ${dispute.id}`} />
      </Fact>
    </FactList>
  )
}

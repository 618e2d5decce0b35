import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ErrorState } from '#client/components/error-state.tsx'
import { Section } from '#client/components/section.tsx'
import { money } from '#client/texts/en/money.ts'
import { trpc } from '#client/trpc.ts'
import type { BalanceEntry } from '#server/features/money/money.schema.ts'
import { EntriesTable } from './entries-table.tsx'

const texts = money.payment

/** More entries than a payment usually has: capture, refunds, disputes. */
const LIMIT = 20

/** The input of the query for a payment's entries, oldest first as on an account statement. */
export const entriesOfPayment = (transactionId: string) =>
  ({ transactionId, sort: 'createdAt', limit: LIMIT }) as const

type Props = { payment: { id: string; currency: string; status: string } }

/** Fees and payout of a successful payment; nothing until the processor has booked it. */
export function PaymentEntries({ payment }: Props) {
  const isPaid = payment.status === 'success'
  const query = trpc.balanceEntries.list.useQuery(entriesOfPayment(payment.id), { enabled: isPaid })
  const { data, error, refetch, isFetching } = query
  if (!isPaid) return null
  if (error && !data) {
    return (
      <Section title={texts.title}>
        <ErrorState
          title={texts.failed}
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </Section>
    )
  }
  if (!data || data.data.length === 0) return null
  const converted = data.data.find(({ currency }) => currency !== payment.currency)
  return (
    <Section
      title={texts.title}
      {...(converted && { text: texts.converted(converted.currency) })}
      action={
        data.total > LIMIT && (
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link {...props} to="/money/entries" search={{ transactionId: payment.id }} />
            )}
          >
            {texts.allEntries}
          </Anchor>
        )
      }
    >
      <EntriesTable
        label={texts.title}
        aboutLabel={money.entries.columns.payout}
        lines={data.data.map((entry) => ({
          ...entry,
          key: entry.id,
          name: money.types[entry.type],
          about: <PayoutOf entry={entry} />,
        }))}
      />
    </Section>
  )
}

function PayoutOf({ entry: { payoutId } }: { entry: BalanceEntry }) {
  if (payoutId === null) {
    return (
      <Text size="sm" c="dimmed" component="span">
        {texts.unpaid}
      </Text>
    )
  }
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link {...props} to="/money/payouts/$payoutId" params={{ payoutId }} />
      )}
    >
      {texts.paidBy}
    </Anchor>
  )
}

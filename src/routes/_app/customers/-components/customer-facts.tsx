import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CustomerDetail } from '#server/features/customers/customers.schema.ts'
import { DateText } from '../../../../components/date-text.tsx'
import { Fact, FactList } from '../../../../components/fact-list.tsx'
import { IdText } from '../../../../components/id-text.tsx'
import { useSignedIn } from '../../../../features/session/signed-in.ts'
import { formatCount } from '../../../../lib/format.ts'
import { customers } from '../../../../texts/customers.ts'

const texts = customers.detail

type Props = { customer: CustomerDetail }

export function CustomerFacts({ customer }: Props) {
  const { timezone } = useSignedIn().merchant
  const { id, transactionCount, firstPaymentAt, lastPaymentAt, createdAt } = customer
  const seen = (at: string | null) =>
    at === null ? texts.noPayments : <DateText at={at} timezone={timezone} />
  return (
    <FactList title={texts.facts} note={texts.zone(timezone)} labelWidth="6.5rem" h="100%">
      <Fact label={texts.payments}>
        <Anchor
          size="sm"
          renderRoot={(props) => <Link {...props} to="/transactions" search={{ customerId: id }} />}
        >
          {formatCount(transactionCount)}
        </Anchor>
      </Fact>
      <Fact label={texts.firstSeen}>{seen(firstPaymentAt)}</Fact>
      <Fact label={texts.lastSeen}>{seen(lastPaymentAt)}</Fact>
      <Fact label={texts.added}>{seen(createdAt)}</Fact>
      <Fact label={texts.id}>
        <IdText value={id} copyLabel={texts.copyId} />
      </Fact>
    </FactList>
  )
}

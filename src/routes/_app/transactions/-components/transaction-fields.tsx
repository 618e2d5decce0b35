import { Anchor, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  paymentMethodNames,
  type Transaction,
} from '#server/features/transactions/transactions.schema.ts'
import { DateText } from '../../../../components/date-text.tsx'
import { Fact, FactList } from '../../../../components/fact-list.tsx'
import { IdText } from '../../../../components/id-text.tsx'
import { useSignedIn } from '../../../../features/session/signed-in.ts'
import { transactions } from '../../../../texts/transactions.ts'
import classes from './transaction-fields.module.css'

const texts = transactions.detail

type Props = { transaction: Transaction }

export function TransactionFields({ transaction }: Props) {
  const { timezone } = useSignedIn().merchant
  const date = (at: string) => <DateText at={at} timezone={timezone} />
  return (
    <FactList title={texts.details} note={texts.zone(timezone)} labelWidth="8.5rem">
      <Fact label={texts.customer}>
        <Anchor
          size="sm"
          title={texts.allOfCustomer}
          renderRoot={(props) => (
            <Link {...props} to="/transactions" search={{ customerId: transaction.customerId }} />
          )}
        >
          {transaction.customerName}
        </Anchor>
      </Fact>
      <Fact label={texts.email}>
        <Anchor href={`mailto:${transaction.customerEmail}`} size="sm" className={classes.email}>
          {transaction.customerEmail}
        </Anchor>
      </Fact>
      <Fact label={texts.method}>{paymentMethodNames[transaction.paymentMethod]}</Fact>
      <Fact label={texts.description}>
        {transaction.description ?? (
          <Text size="sm" c="dimmed" component="span">
            {texts.noDescription}
          </Text>
        )}
      </Fact>
      <Fact label={texts.created}>{date(transaction.createdAt)}</Fact>
      <Fact label={texts.updated}>{date(transaction.updatedAt)}</Fact>
      <Fact label={texts.settled}>
        {transaction.settledAt ? date(transaction.settledAt) : texts.notSettled}
      </Fact>
      <Fact label={texts.id}>
        <IdText value={transaction.id} copyLabel={`Copy ${texts.id}`} />
      </Fact>
      <Fact label={texts.customerId}>
        <IdText value={transaction.customerId} copyLabel={`Copy ${texts.customerId}`} />
      </Fact>
    </FactList>
  )
}

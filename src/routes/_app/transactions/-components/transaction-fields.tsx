import { Anchor, DataList, Paper, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  paymentMethodNames,
  type Transaction,
} from '#server/features/transactions/transactions.schema.ts'
import { DateText } from '../../../../components/date-text.tsx'
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
    <Paper p={{ base: 'md', sm: 'lg' }} component="section" aria-label={texts.details}>
      <Title order={2} mb="sm">
        {texts.details}
      </Title>
      <DataList withDivider labelWidth="8.5rem">
        <Field label={texts.customer}>
          <Anchor
            size="sm"
            title={texts.allOfCustomer}
            renderRoot={(props) => (
              <Link {...props} to="/transactions" search={{ customerId: transaction.customerId }} />
            )}
          >
            {transaction.customerName}
          </Anchor>
        </Field>
        <Field label={texts.email}>
          <Anchor href={`mailto:${transaction.customerEmail}`} size="sm" className={classes.email}>
            {transaction.customerEmail}
          </Anchor>
        </Field>
        <Field label={texts.method}>{paymentMethodNames[transaction.paymentMethod]}</Field>
        <Field label={texts.description}>
          {transaction.description ?? (
            <Text size="sm" c="dimmed" component="span">
              {texts.noDescription}
            </Text>
          )}
        </Field>
        <Field label={texts.created}>{date(transaction.createdAt)}</Field>
        <Field label={texts.updated}>{date(transaction.updatedAt)}</Field>
        <Field label={texts.settled}>
          {transaction.settledAt ? date(transaction.settledAt) : texts.notSettled}
        </Field>
        <Field label={texts.id}>
          <IdText value={transaction.id} copyLabel={`Copy ${texts.id}`} />
        </Field>
        <Field label={texts.customerId}>
          <IdText value={transaction.customerId} copyLabel={`Copy ${texts.customerId}`} />
        </Field>
      </DataList>
      <Text size="xs" c="dimmed" mt="md">
        {texts.zone(timezone)}
      </Text>
    </Paper>
  )
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue miw={0}>{children}</DataList.ItemValue>
    </DataList.Item>
  )
}

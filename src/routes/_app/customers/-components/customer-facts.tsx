import { Anchor, DataList, Paper, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CustomerDetail } from '#server/features/customers/customers.schema.ts'
import { DateText } from '../../../../components/date-text.tsx'
import { IdText } from '../../../../components/id-text.tsx'
import { useSignedIn } from '../../../../features/session/signed-in.ts'
import { formatCount } from '../../../../lib/format.ts'
import { customers } from '../../../../texts/customers.ts'
import classes from './customer-detail.module.css'

const texts = customers.detail

type Props = { customer: CustomerDetail }

export function CustomerFacts({ customer }: Props) {
  const { timezone } = useSignedIn().merchant
  const { id, transactionCount, firstPaymentAt, lastPaymentAt, createdAt } = customer
  const seen = (at: string | null) =>
    at === null ? texts.noPayments : <DateText at={at} timezone={timezone} />
  return (
    <Paper
      p={{ base: 'md', sm: 'lg' }}
      component="section"
      aria-label={texts.facts}
      className={classes.section}
    >
      <Title order={2} mb="sm">
        {texts.facts}
      </Title>
      <DataList withDivider labelWidth="6.5rem">
        <Field label={texts.payments}>
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link {...props} to="/transactions" search={{ customerId: id }} />
            )}
          >
            {formatCount(transactionCount)}
          </Anchor>
        </Field>
        <Field label={texts.firstSeen}>{seen(firstPaymentAt)}</Field>
        <Field label={texts.lastSeen}>{seen(lastPaymentAt)}</Field>
        <Field label={texts.added}>{seen(createdAt)}</Field>
        <Field label={texts.id}>
          <IdText value={id} copyLabel={texts.copyId} />
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

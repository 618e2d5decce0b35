import { Anchor, Paper, Table, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CustomerDetail } from '#server/features/customers/customers.schema.ts'
import { MoneyText } from '../../../../components/money-text.tsx'
import { formatCount, formatMoney } from '../../../../lib/format.ts'
import { customers } from '../../../../texts/customers.ts'
import classes from './customer-detail.module.css'

const texts = customers.detail

type Props = { customer: CustomerDetail }

export function LifetimeValue({ customer: { id, totals } }: Props) {
  return (
    <Paper
      p={{ base: 'md', sm: 'lg' }}
      component="section"
      aria-label={texts.lifetime}
      className={classes.section}
    >
      <Title order={2}>{texts.lifetime}</Title>
      <Text size="xs" c="dimmed" mb="sm">
        {texts.lifetimeNote}
      </Text>
      {totals.length === 0 ? (
        <Text size="sm" c="dimmed" py="md">
          {texts.lifetimeEmpty}
        </Text>
      ) : (
        <Table verticalSpacing="sm" aria-label={texts.lifetime}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.currency}</Table.Th>
              <Table.Th ta="right">{texts.payments}</Table.Th>
              <Table.Th ta="right">{customers.totalSpent}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {totals.map(({ currency, totalSpent, transactionCount }) => (
              <Table.Tr key={currency}>
                <Table.Td>{currency}</Table.Td>
                <Table.Td ta="right">{formatCount(transactionCount)}</Table.Td>
                <Table.Td ta="right">
                  <Anchor
                    size="sm"
                    fw={600}
                    aria-label={texts.openTotal(formatMoney(totalSpent, currency))}
                    renderRoot={(props) => (
                      <Link
                        {...props}
                        to="/transactions"
                        search={{ customerId: id, status: 'success', currency }}
                      />
                    )}
                  >
                    <MoneyText amount={totalSpent} currency={currency} />
                  </Anchor>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Paper>
  )
}

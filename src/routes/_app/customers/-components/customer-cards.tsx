import { Button, Group, Paper, SimpleGrid, Text } from '@mantine/core'
import { IconEye, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Customer, CustomerTotal } from '#server/features/customers/customers.schema.ts'
import { MoneyText } from '../../../../components/money-text.tsx'
import { CustomerAvatar } from '../../../../features/customers/customer-avatar.tsx'
import { CustomerStatusBadge } from '../../../../features/customers/customer-status-badge.tsx'
import { isErased } from '../../../../features/customers/is-erased.ts'
import { useCustomerTotals } from '../../../../features/customers/use-customers.ts'
import { formatCount, formatMoney } from '../../../../lib/format.ts'
import { customers } from '../../../../texts/customers.ts'
import classes from './customers.module.css'

type Props = {
  rows: Customer[]
  /** The cards of the page before, while the next one is on its way. */
  isStale: boolean
  onEdit: (customer: Customer) => void
}

export const customerColumns = { base: 1, xs: 2, lg: 3 }

export function CustomerCards({ rows, isStale, onEdit }: Props) {
  const totals = useCustomerTotals(rows.map(({ id }) => id))
  return (
    <SimpleGrid
      component="ul"
      cols={customerColumns}
      spacing="md"
      className={classes.grid}
      aria-label={customers.list}
      data-stale={isStale || undefined}
    >
      {rows.map((row) => (
        <CustomerCard
          key={row.id}
          customer={row}
          others={totals.filter(
            ({ customerId, currency }) => customerId === row.id && currency !== row.currency,
          )}
          onEdit={onEdit}
        />
      ))}
    </SimpleGrid>
  )
}

type CardProps = {
  customer: Customer
  /** What they spent in other currencies than the reporting one. */
  others: CustomerTotal[]
  onEdit: (customer: Customer) => void
}

function CustomerCard({ customer, others, onEdit }: CardProps) {
  const { id, name, email } = customer
  return (
    <Paper component="li" p="md" className={classes.card}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <CustomerAvatar name={name} />
        <div className={classes.person}>
          <Group gap="xs" wrap="nowrap" justify="space-between">
            <Text fw={600} truncate title={name}>
              {name}
            </Text>
            <CustomerStatusBadge status={customer.status} />
          </Group>
          <Text size="sm" c="dimmed" truncate title={email}>
            {email}
          </Text>
        </div>
      </Group>
      <dl className={classes.figures}>
        <div>
          <dt>{customers.totalSpent}</dt>
          <dd>
            <MoneyText amount={customer.totalSpent} currency={customer.currency} />
          </dd>
          {others.length > 0 && (
            <dd className={classes.others}>
              {customers.alsoSpent(
                others.map(({ totalSpent, currency }) => formatMoney(totalSpent, currency)),
              )}
            </dd>
          )}
        </div>
        <div className={classes.count}>
          <dt>{customers.transactions}</dt>
          <dd>{formatCount(customer.transactionCount)}</dd>
        </div>
      </dl>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="xs"
          aria-label={customers.named(customers.edit, name)}
          disabled={isErased(customer)}
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => onEdit(customer)}
        >
          {customers.edit}
        </Button>
        <Button
          variant="default"
          size="xs"
          aria-label={customers.named(customers.view, name)}
          leftSection={<IconEye size={16} aria-hidden />}
          renderRoot={(props) => (
            <Link {...props} to="/customers/$customerId" params={{ customerId: id }} />
          )}
        >
          {customers.view}
        </Button>
      </div>
    </Paper>
  )
}

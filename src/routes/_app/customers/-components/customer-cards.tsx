import { Button, Group, Paper, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { IconEye, IconPencil, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { EmptyState, NoMatch } from '#client/components/empty-state.tsx'
import { MoneyText } from '#client/components/money-text.tsx'
import {
  CustomerAvatar,
  CustomerStatusBadge,
  isErased,
} from '#client/features/customers/customer-marks.tsx'
import { useCustomerTotals } from '#client/features/customers/use-customers.ts'
import { formatCount, formatMoney } from '#client/lib/format.ts'
import { customers } from '#client/texts/customers.ts'
import type { Customer, CustomerTotal } from '#server/features/customers/customers.schema.ts'
import classes from './customers.module.css'

type Props = {
  rows: Customer[]
  /** The cards of the page before, while the next one is on its way. */
  isStale: boolean
  onEdit: (customer: Customer) => void
}

const customerColumns = { base: 1, xs: 2, lg: 3 }

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

const places = [1, 2, 3, 4, 5, 6]

/** As many cards as fit on a first screen, in the shape of the real ones. */
export function CustomerSkeletons() {
  return (
    <SimpleGrid cols={customerColumns} spacing="md">
      {places.map((place) => (
        <Paper key={place} p="md" data-skeleton>
          <Stack gap="md">
            <Group gap="sm" wrap="nowrap">
              <Skeleton circle height="2.375rem" />
              <Stack gap={6} flex={1}>
                <Skeleton height="1rem" width="60%" />
                <Skeleton height="0.875rem" width="85%" />
              </Stack>
            </Group>
            <Skeleton height="2.6rem" />
            <Skeleton height="1.875rem" />
          </Stack>
        </Paper>
      ))}
    </SimpleGrid>
  )
}

type NoCustomersProps = { isNarrowed: boolean; onAdd: () => void; onClear: () => void }

export function NoCustomers({ isNarrowed, onAdd, onClear }: NoCustomersProps) {
  return (
    <Paper>
      {isNarrowed ? (
        <NoMatch
          title={customers.empty}
          text={customers.noMatch}
          clear={customers.clearFilters}
          onClear={onClear}
        />
      ) : (
        <EmptyState
          icon={<IconUsers size={28} stroke={1.5} aria-hidden />}
          title={customers.empty}
          text={customers.emptyHelp}
          action={
            <Button mt="xs" leftSection={<IconUserPlus size={18} aria-hidden />} onClick={onAdd}>
              {customers.add.open}
            </Button>
          }
        />
      )}
    </Paper>
  )
}

import { Button, Group, Paper, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { EmptyState, NoMatch } from '#client/components/empty-state.tsx'
import { rowLinks } from '#client/components/list/row-link.ts'
import { CustomerAvatar, CustomerStatusBadge } from '#client/features/customers/customer-marks.tsx'
import type { CustomerExtras } from '#client/features/customers/use-customers.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { EditorsOnly } from '#client/lib/hooks/use-can-edit.tsx'
import { formatCount } from '#client/lib/words/format.ts'
import { customers } from '#client/texts/en/customers.ts'
import { lists } from '#client/texts/en/lists.ts'
import type { Customer } from '#server/features/customers/customers.schema.ts'
import { CustomerActions, CustomerLink, LastPayment, SpentAmounts } from './customer-parts.tsx'
import classes from './customers.module.css'

export type CustomerRowsProps = {
  rows: Customer[]
  extras: CustomerExtras
  /** The rows are the previous page's, while the next page loads. */
  isStale: boolean
  onEdit: (customer: Customer) => void
}

/** Shows a single column at `sm`: the sidebar leaves too little width for the amounts of two columns in one line. */
const customerColumns = { base: 1, xs: 2, sm: 1, md: 2, lg: 3 }

export function CustomerCards({ rows, extras, isStale, onEdit }: CustomerRowsProps) {
  return (
    <SimpleGrid
      component="ul"
      ref={rowLinks}
      cols={customerColumns}
      spacing={{ base: 'xs', sm: 'md' }}
      className={classes.grid}
      aria-label={customers.list}
      data-stale={isStale || undefined}
    >
      {rows.map((row) => (
        <CustomerCard key={row.id} customer={row} extras={extras} onEdit={onEdit} />
      ))}
    </SimpleGrid>
  )
}

type CardProps = Pick<CustomerRowsProps, 'extras' | 'onEdit'> & { customer: Customer }

function CustomerCard({ customer, extras, onEdit }: CardProps) {
  const { timezone } = useSignedIn().merchant
  return (
    <Paper component="li" className={classes.card}>
      <div className={classes.person}>
        <CustomerAvatar name={customer.name} />
        <div className={classes.who}>
          <CustomerLink customer={customer} />
          <span className={classes.email} title={customer.email}>
            {customer.email}
          </span>
        </div>
      </div>
      <dl className={classes.figures}>
        <div>
          <dt>{customers.totalSpent}</dt>
          <dd>
            <SpentAmounts customer={customer} extras={extras} />
          </dd>
        </div>
        <div>
          <dt>{customers.transactions}</dt>
          <dd>{formatCount(customer.transactionCount)}</dd>
        </div>
        <div>
          <dt>{customers.lastPayment}</dt>
          <dd className={classes.day}>
            <LastPayment customer={customer} extras={extras} timezone={timezone} />
          </dd>
        </div>
      </dl>
      <div className={classes.foot}>
        <CustomerStatusBadge status={customer.status} />
        <CustomerActions customer={customer} onEdit={onEdit} />
      </div>
    </Paper>
  )
}

const placeholders = [1, 2, 3, 4, 5, 6]

/** Placeholders that fill a first screen, in the shape of the real cards. */
export function CustomerSkeletons() {
  return (
    <SimpleGrid cols={customerColumns} spacing={{ base: 'xs', sm: 'md' }}>
      {placeholders.map((index) => (
        <Paper key={index} className={classes.card} data-skeleton>
          <Group gap="sm" wrap="nowrap">
            <Skeleton circle height="2.375rem" />
            <Stack gap={6} flex={1}>
              <Skeleton height="1rem" width="60%" />
              <Skeleton height="0.875rem" width="85%" />
            </Stack>
          </Group>
          <Skeleton height="2.6875rem" />
          <Skeleton height="1.75rem" mt="auto" />
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
          clear={lists.clear}
          onClear={onClear}
        />
      ) : (
        <EmptyState
          icon={<IconUsers size={28} stroke={1.5} aria-hidden />}
          title={customers.empty}
          text={customers.emptyHelp}
          action={
            <EditorsOnly>
              <Button mt="xs" leftSection={<IconUserPlus size={18} aria-hidden />} onClick={onAdd}>
                {customers.add.open}
              </Button>
            </EditorsOnly>
          }
        />
      )}
    </Paper>
  )
}

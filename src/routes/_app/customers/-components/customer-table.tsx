import { Paper, Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { rowLinks } from '#client/components/list/row-link.ts'
import { CustomerStatusBadge } from '#client/features/customers/customer-marks.tsx'
import type { CustomerListSort } from '#client/features/customers/customer-search.ts'
import { useSignedIn } from '#client/features/session/signed-in.ts'
import { formatCount } from '#client/lib/words/format.ts'
import { customers } from '#client/texts/en/customers.ts'
import type { CustomerRowsProps } from './customer-cards.tsx'
import { CustomerActions, CustomerLink, LastPayment, SpentAmounts } from './customer-parts.tsx'
import classes from './customers.module.css'

type Sorting = { sort: CustomerListSort; onSort: (sort: CustomerListSort) => void }

const { columns } = customers

export type CustomerTableProps = CustomerRowsProps & Sorting

/** A table that shows more customers at once than cards. */
export function CustomerTable({ rows, extras, isStale, onEdit, ...sorting }: CustomerTableProps) {
  const { timezone } = useSignedIn().merchant
  return (
    <Paper>
      <Table
        layout="fixed"
        horizontalSpacing="0.625rem"
        highlightOnHover
        className={classes.table}
        data-stale={isStale || undefined}
      >
        <VisuallyHidden component="caption">{customers.list}</VisuallyHidden>
        <Table.Thead>
          <Table.Tr>
            <SortableHead by="name" direction="ascending" {...sorting}>
              {columns.customer}
            </SortableHead>
            <SortableHead
              by="-totalSpent"
              direction="descending"
              className={classes.spent}
              {...sorting}
            >
              {customers.totalSpent}
            </SortableHead>
            <Table.Th ta="right" className={classes.count}>
              {customers.transactions}
            </Table.Th>
            <Table.Th className={classes.seen}>{customers.lastPayment}</Table.Th>
            <Table.Th className={classes.state}>{columns.status}</Table.Th>
            <Table.Th ta="right" className={classes.act}>
              {columns.actions}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody ref={rowLinks}>
          {rows.map((customer) => (
            <Table.Tr key={customer.id}>
              <Table.Td>
                <div className={classes.line}>
                  <CustomerLink customer={customer} />
                  <span className={classes.email} title={customer.email}>
                    {customer.email}
                  </span>
                </div>
              </Table.Td>
              <Table.Td className={classes.sum}>
                <SpentAmounts customer={customer} extras={extras} />
              </Table.Td>
              <Table.Td ta="right">{formatCount(customer.transactionCount)}</Table.Td>
              <Table.Td>
                <LastPayment customer={customer} extras={extras} timezone={timezone} />
              </Table.Td>
              <Table.Td>
                <CustomerStatusBadge status={customer.status} />
              </Table.Td>
              <Table.Td>
                <CustomerActions customer={customer} onEdit={onEdit} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

type HeadProps = Sorting & {
  by: CustomerListSort
  direction: 'ascending' | 'descending'
  className?: string | undefined
  children: string
}

/** Each column sorts in one direction; a second click restores the newest first. */
function SortableHead({ by, direction, className, sort, onSort, children }: HeadProps) {
  const isSorted = sort === by
  const Icon = !isSorted ? IconArrowsSort : direction === 'ascending' ? IconArrowUp : IconArrowDown
  return (
    <Table.Th
      aria-sort={isSorted ? direction : 'none'}
      ta={className ? 'right' : undefined}
      className={className}
    >
      <UnstyledButton
        className={classes.sort}
        data-sorted={isSorted || undefined}
        onClick={() => onSort(isSorted ? '-createdAt' : by)}
      >
        {children}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  )
}

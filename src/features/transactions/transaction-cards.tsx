import { Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import table from '#client/components/list/list-table.module.css'
import { opensRow, rowLinks } from '#client/components/list/row-link.ts'
import { MethodMark } from '#client/components/method-mark.tsx'
import { DateText } from '#client/components/text/date-text.tsx'
import { MoneyText } from '#client/components/text/money-text.tsx'
import type {
  ListedPayment,
  Transaction,
} from '#server/features/transactions/transactions.schema.ts'
import { useListState } from './list-origin.ts'
import { methodText } from './method-text.ts'
import { PaymentStatus } from './payment-status.tsx'
import classes from './transaction-cards.module.css'

type Props = {
  rows: readonly ListedPayment[]
  timezone: string
  label: string
  /** A new function renders every card again. */
  renderActions?: ((row: ListedPayment) => ReactNode) | undefined
}

/** The list on narrow screens, without sideways scrolling. */
export function TransactionCards({ rows, timezone, label, renderActions }: Props) {
  return (
    <ul className={classes.list} aria-label={label} ref={rowLinks}>
      {rows.map((row) => (
        <Card key={row.id} row={row} timezone={timezone} renderActions={renderActions} />
      ))}
    </ul>
  )
}

type CardProps = Pick<Props, 'timezone' | 'renderActions'> & { row: ListedPayment }

/** Further rows and a new response leave an unchanged payment's card as it is. */
const Card = memo(function Card({ row, timezone, renderActions }: CardProps) {
  return (
    <li className={classes.card}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <CustomerLink transaction={row} />
        <Text fw={600} component="span">
          <MoneyText amount={row.amount} currency={row.currency} />
        </Text>
      </Group>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <TransactionLink transaction={row} />
        <div className={classes.status}>
          <PaymentStatus payment={row} timezone={timezone} />
        </div>
      </Group>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed" component="span">
          <DateText at={row.createdAt} timezone={timezone} isBrief />
          {' · '}
          {row.method && <MethodMark word={row.method.brand ?? row.method.type} />}
          {` ${methodText(row)}`}
        </Text>
        {renderActions?.(row)}
      </Group>
    </li>
  )
})

type TransactionLinkProps = { transaction: Pick<Transaction, 'id' | 'transactionId'> }

/** The link to the payment; a click on its row or card follows it. */
export function TransactionLink({ transaction }: TransactionLinkProps) {
  return (
    <Link
      className={classes.link}
      to="/transactions/$transactionId"
      params={{ transactionId: transaction.transactionId }}
      state={useListState()}
      {...opensRow}
    >
      {`#${transaction.transactionId}`}
    </Link>
  )
}

type CustomerLinkProps = { transaction: Pick<Transaction, 'customerId' | 'customerName'> }

export function CustomerLink({ transaction: { customerId, customerName } }: CustomerLinkProps) {
  return (
    <Link
      className={classes.customer}
      to="/customers/$customerId"
      params={{ customerId }}
      title={customerName}
    >
      {customerName}
    </Link>
  )
}

type PayerRow = CustomerLinkProps['transaction'] & Pick<Transaction, 'customerEmail'>

/** A table cell with the customer of a payment. */
export const customerCell = (row: PayerRow) => (
  <td>
    <div className={table.customer}>
      <CustomerLink transaction={row} />
      <span className={table.email} title={row.customerEmail}>
        {row.customerEmail}
      </span>
    </div>
  </td>
)

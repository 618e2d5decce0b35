import { IconArrowsExchange, IconReceiptRefund, IconSearch, IconUser } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { formatDay, formatMoney, formatTotal } from '#client/lib/words/format.ts'
import { palette as texts } from '#client/texts/en/shell.ts'
import type { Customer } from '#server/features/customers/customers.schema.ts'
import type { ReadRefund } from '#server/features/refunds/refunds.schema.ts'
import type {
  ListedPayment,
  Transaction,
} from '#server/features/transactions/transactions.schema.ts'
import { localMoment } from '#server/shared/day.ts'
import type { Entry } from './entry.ts'

/** The first matches of a search. `totalExact` is false when the server stopped counting at `total`. */
export type FoundRows<T> = { rows: T[]; total: number; totalExact: boolean }

export type SearchResults = {
  /** The text that the results match. */
  search: string
  payments: FoundRows<ListedPayment>
  refunds: FoundRows<ReadRefund>
  customers: FoundRows<Customer>
  /** True while the results belong to an earlier text. */
  isStale: boolean
}

const fullLists = {
  '/transactions': { kind: 'payments', describe: texts.allPayments },
  '/refunds': { kind: 'refunds', describe: texts.allRefunds },
  '/customers': { kind: 'customers', describe: texts.allCustomers },
} as const

type Person = Pick<Customer, 'id' | 'name' | 'email'>

/** Returns the fields common to payments and refunds: payer, amount and time. */
const moneyEntry = (row: Transaction | ReadRefund, timezone: string) => ({
  id: row.id,
  label: `${row.customerName} · ${formatMoney(row.amount, row.currency)}`,
  isHintCode: true,
  note: formatDay(localMoment(Date.parse(row.createdAt), timezone).day),
  leaves: true,
})

type OpenPayment = (transactionId: string) => () => void

/** Recently visited payments lack the step that they wait for. */
type Payment = Transaction & Partial<Pick<ListedPayment, 'waitingFor'>>

const paymentEntry = (
  payment: Payment,
  { timezone, open, isStale }: { timezone: string; open: OpenPayment; isStale: boolean },
): Entry => ({
  ...moneyEntry(payment, timezone),
  hint: `#${payment.transactionId}`,
  status: payment.status,
  waitingFor: payment.waitingFor,
  icon: IconArrowsExchange,
  isStale,
  run: open(payment.transactionId),
})

/** Returns payments, refunds and customers as palette entries: label by payer and amount, ID below. */
export function useRowEntries(timezone: string) {
  const navigate = useNavigate()

  const open: OpenPayment = (transactionId) => () =>
    void navigate({ to: '/transactions/$transactionId', params: { transactionId } })

  const ofPayment = (payment: Payment, isStale = false): Entry =>
    paymentEntry(payment, { timezone, open, isStale })

  const ofRefund = (refund: ReadRefund, isStale = false): Entry => ({
    ...moneyEntry(refund, timezone),
    hint: `#${refund.reference}`,
    // A refund that an owner declined (`cancelled`) has no badge: payments have no such status.
    ...(refund.status !== 'cancelled' && { status: refund.status }),
    icon: IconReceiptRefund,
    isStale,
    run: open(refund.reference),
  })

  const ofCustomer = ({ id, name, email }: Person, isStale = false): Entry => ({
    id,
    label: name,
    hint: email,
    icon: IconUser,
    leaves: true,
    isStale,
    run: () => void navigate({ to: '/customers/$customerId', params: { customerId: id } }),
  })

  /** Returns the entry that leads from the few results shown to the full list of matches. */
  const moreEntries = (to: keyof typeof fullLists, found: SearchResults): Entry[] => {
    const { rows, total, totalExact } = found[fullLists[to].kind]
    if (total <= rows.length) return []
    return [
      {
        id: `all-${to.slice(1)}`,
        label: fullLists[to].describe(formatTotal(total, totalExact), found.search),
        icon: IconSearch,
        leaves: true,
        isStale: found.isStale,
        run: () => void navigate({ to, search: { search: found.search } }),
      },
    ]
  }

  return {
    ofPayment,
    ofCustomer,
    payments: (found: SearchResults) => [
      ...found.payments.rows.map((row) => ofPayment(row, found.isStale)),
      ...moreEntries('/transactions', found),
    ],
    refunds: (found: SearchResults) => [
      ...found.refunds.rows.map((row) => ofRefund(row, found.isStale)),
      ...moreEntries('/refunds', found),
    ],
    customers: (found: SearchResults) => [
      ...found.customers.rows.map((row) => ofCustomer(row, found.isStale)),
      ...moreEntries('/customers', found),
    ],
  }
}

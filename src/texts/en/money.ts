import type {
  BalancePart,
  EntryType,
  MoneySort,
  PayoutPart,
  PayoutStatus,
} from '#server/features/money/money-enums.schema.ts'

const statuses: Record<PayoutStatus, string> = {
  pending: 'Pending',
  in_transit: 'In transit',
  paid: 'Paid',
  failed: 'Failed',
  canceled: 'Canceled',
}

const types: Record<EntryType, string> = {
  charge: 'Payment',
  refund: 'Refund',
  refund_failure: 'Failed refund',
  dispute: 'Dispute',
  dispute_reversal: 'Dispute won',
  fee: 'Fee',
  payout: 'Payout',
  payout_failure: 'Failed payout',
  transfer: 'Transfer',
  adjustment: 'Adjustment',
  other: 'Other',
}

const sorts: Record<MoneySort, string> = {
  '-createdAt': 'Newest first',
  createdAt: 'Oldest first',
  '-amount': 'Largest amount first',
  amount: 'Smallest amount first',
}

const parts: Record<BalancePart, string> = {
  pending: 'Not available yet',
  available: 'Available, in no payout',
  reserved: 'Reserved',
}

const filters = {
  part: parts,
  processor: (name: string) => `Processor: ${name}`,
  payout: (id: string) => `Payout ${id}`,
  payment: (id: string) => `Payment ${id}`,
  customer: (id: string) => `Customer ${id}`,
  addType: '+ Type',
  type: (type: string) => `Type: ${type}`,
}

const balance = {
  label: 'Balances',
  failed: 'The balances could not be loaded',
  pending: 'Not available yet',
  available: 'Available',
  inTransit: 'In transit to the bank',
  reserved: 'Reserved',
  nextPayout: (day: string) => `Next payout on ${day}`,
  arriving: (amount: string, day: string) => `${amount} arriving on ${day}`,
  read: (moment: string) => `As of ${moment}`,
  negative: 'Refunds and disputes exceed the takings. The next takings cover the difference.',
  sandbox: 'Test balance',
  unread: (processor: string, permission: string) =>
    `${processor} does not show the balance to Incasso: the permission “${permission}” is missing. Select it in the settings of the app at ${processor}. Until then, only the fees of payments made here are known.`,
}

const calendar = {
  label: 'Arrivals',
  before: 'Month before',
  after: 'Month after',
  none: (month: string) => `No payout arrives in ${month}.`,
  failed: 'The calendar could not be loaded',
  payout: (amount: string, status: string) => `${amount}, ${status}`,
}

const payOut = {
  open: 'Pay out now',
  title: (amount: string) => `Pay out ${amount}?`,
  text: (amount: string) =>
    `The available ${amount} of the test balance arrive tomorrow. No real money moves.`,
  endsIn99: 'A test payout whose amount ends in .99 fails.',
  action: 'Pay out',
  back: 'Cancel',
  done: (amount: string) => ({
    title: 'Payout requested',
    message: `${amount} is on its way.`,
  }),
  failed: 'Not paid out',
}

const payouts = {
  sorts,
  caption: 'Payouts',
  tabs: 'Payouts by status',
  tabNames: statuses,
  search: 'Search payouts',
  searchPlaceholder: 'Search payouts...',
  viewExample: 'Failed payouts',
  part: { inTransit: 'Requested or sent, not arrived' } satisfies Record<PayoutPart, string>,
  noMatch: 'No payouts match these filters.',
  loadFailed: 'Payouts could not be loaded',
  tooMany: 'Too many payouts to add up. Narrow the list to see sums.',
  count: (shown: string, count: number) => (count === 1 ? '1 payout' : `${shown} payouts`),
  sums: {
    pending: (amount: string) => `${amount} pending`,
    in_transit: (amount: string) => `${amount} in transit`,
    paid: (amount: string) => `${amount} paid`,
    failed: (amount: string) => `${amount} failed`,
    canceled: (amount: string) => `${amount} canceled`,
  },
  columns: {
    id: 'Payout ID',
    amount: 'Amount',
    status: 'Status',
    arrival: 'Arrival',
    bank: 'Bank account',
    entries: 'Entries',
    date: 'Date',
  },
  copyId: 'Copy payout ID',
  emptyTitle: 'No payouts yet',
  empty: 'Payouts to your bank account appear here.',
}

const entries = {
  sorts,
  caption: 'Balance entries',
  tabs: 'Balance entries',
  tabNames: {},
  search: 'Search balance entries',
  searchPlaceholder: 'Search balance entries...',
  viewExample: 'Fees',
  noMatch: 'No balance entries match these filters.',
  loadFailed: 'Balance entries could not be loaded',
  tooMany: 'Too many entries to add up. Narrow the list to see sums.',
  count: (shown: string, count: number) => (count === 1 ? '1 entry' : `${shown} entries`),
  fees: (amount: string) => `Fees ${amount}`,
  net: (amount: string) => `Net ${amount}`,
  columns: {
    type: 'Type',
    about: 'Payment or description',
    gross: 'Gross',
    fee: 'Fee',
    net: 'Net',
    payout: 'Payout',
    date: 'Date',
  },
  payment: 'Open payment',
  emptyTitle: 'No balance entries yet',
  empty: 'Each payment, refund, fee and payout appears here once the processor has booked it.',
}

const payout = {
  toList: 'Money',
  title: 'Payout',
  facts: 'Details',
  zone: (zone: string) => `Times in ${zone}`,
  status: 'Status',
  arrival: 'Arrival',
  arrivalUnknown: 'Not known yet',
  bank: 'Bank account',
  traceId: 'Trace ID',
  copyTrace: 'Copy trace ID',
  kind: 'Requested',
  automatic: 'Automatically',
  manual: 'By hand',
  failure: 'Reason',
  created: 'Date',
  processor: 'Processor',
  contents: 'What it contains',
  type: 'Type',
  count: 'Entries',
  gross: 'Gross',
  fee: 'Fee',
  net: 'Net',
  total: 'Total',
  allEntries: 'All entries of this payout',
  pending: 'The entries of this payout are still being assigned.',
  unavailable: 'The processor does not say which payments this payout contains.',
  loadFailed: 'The payout could not be loaded',
  notFoundTitle: 'No such payout',
  notFound: 'This payout does not exist, or belongs to another account.',
}

const payment = {
  title: 'Fees and payout',
  allEntries: 'All entries of this payment',
  unpaid: 'Not paid out yet',
  paidBy: 'Open payout',
  failed: 'Fees and payout could not be loaded',
  converted: (currency: string) => `Settled in ${currency}.`,
}

const nothing = {
  title: 'No balance yet',
  test: 'Process a test payment. Its fee and its net amount appear here some seconds after it has succeeded.',
  testAction: 'Process a payment',
  live: (processors: string) =>
    `Connect ${processors} to see the fees of your payments and when payouts arrive.`,
  liveAction: 'Connect an account',
  askOwner: (processors: string) =>
    `An owner can connect ${processors}. Then fees and payouts appear here.`,
}

/** Texts of balances, their entries and payouts. */
export const money = {
  sections: 'Sections',
  payoutsTab: 'Payouts',
  entriesTab: 'Balance entries',
  statuses,
  types,
  filters,
  balance,
  calendar,
  payOut,
  payouts,
  entries,
  payout,
  payment,
  nothing,
} as const

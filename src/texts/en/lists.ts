/** Texts that every list shares. */
export const lists = {
  filters: 'Filters',
  clear: 'Clear filters',
  clearSearch: 'Clear search',
  sortLabel: 'Sort by',
  statusLabel: 'Status',
  allStatus: 'All Status',
  all: 'All',
  noMatchTitle: 'Nothing matches',
  add: {
    paymentMethod: '+ Method',
    currency: '+ Currency',
    amount: '+ Amount',
  },
  method: (method: string) => `Method: ${method}`,
  currency: (currency: string) => `Currency: ${currency}`,
  amount: {
    between: (min: string, max: string) => `Amount: ${min} to ${max}`,
    from: (min: string) => `Amount: ${min} or more`,
    upTo: (max: string) => `Amount: ${max} or less`,
    min: 'At least',
    max: 'At most',
    placeholder: '0.00',
    apply: 'Apply',
    means: (amount: string) => `Means ${amount}`,
    reversed: 'This is below the other amount.',
  },
} as const

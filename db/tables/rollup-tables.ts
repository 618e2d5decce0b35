import type { Calendar } from '../tables.ts'

interface Sums {
  count: number
  amount: number
}

export interface RollupDayRow extends Sums {
  merchantId: string
  calendar: Calendar
  day: string
  currency: string
  paymentMethod: string
  status: string
  /** Created to final, summed, in milliseconds; 0 while pending. */
  processingMs: number
}

export interface RollupSlotRow extends Sums {
  merchantId: string
  calendar: Calendar
  weekday: number
  slot: number
  currency: string
  status: string
}

/** All payments of a customer in a currency, and what the successful ones came to. */
export interface RollupCustomerRow {
  merchantId: string
  calendar: Calendar
  customerId: string
  currency: string
  transactionCount: number
  totalSpent: number
}

/** Customers by the day they were first known. */
export interface RollupCustomerDayRow {
  merchantId: string
  calendar: Calendar
  day: string
  status: string
  count: number
}

/** Successful payments of a customer in a month: who came back. */
export interface RollupCustomerMonthRow extends Sums {
  merchantId: string
  calendar: Calendar
  month: string
  customerId: string
  currency: string
}

/** How many customers paid in a month, and how many of them had paid in the month before too. */
export interface RollupPayerMonthRow {
  merchantId: string
  calendar: Calendar
  month: string
  paid: number
  returned: number
}

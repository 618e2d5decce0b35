import type { Calendar } from '../tables.ts'

/** Number of payments, and their total in minor units. */
interface Sums {
  count: number
  amount: number
}

/** Sums of a merchant's payments by business day, currency, payment method and status. */
export interface RollupDayRow extends Sums {
  merchantId: string
  calendar: Calendar
  day: string
  currency: string
  paymentMethod: string
  status: string
  /** Sum of the times from creation to the final state, in milliseconds; 0 while pending. */
  processingMs: number
}

/** Sums of a merchant's payments by weekday (0 is Sunday) and by six-hour part of the day (`slot`, 0 to 3). */
export interface RollupSlotRow extends Sums {
  merchantId: string
  calendar: Calendar
  weekday: number
  slot: number
  currency: string
  status: string
}

/**
 * Sums of a merchant's successful payments by business day, currency, payment method and the type of method that the
 * payer used. Payments without a reported type, and payments of the sandbox, have no sums here: they are what is left
 * of the sums by day. Sample payments thus cost no further statement.
 */
export interface RollupMethodDayRow extends Sums {
  merchantId: string
  calendar: Calendar
  day: string
  currency: string
  paymentMethod: string
  methodType: string
}

/** Number of all payments of a customer in a currency, and the total of the successful ones. */
export interface RollupCustomerRow {
  merchantId: string
  calendar: Calendar
  customerId: string
  currency: string
  transactionCount: number
  totalSpent: number
}

/** Number of customers by the day on which they were created. */
export interface RollupCustomerDayRow {
  merchantId: string
  calendar: Calendar
  day: string
  status: string
  count: number
}

/** Successful payments of a customer in a month, which show returning customers. */
export interface RollupCustomerMonthRow extends Sums {
  merchantId: string
  calendar: Calendar
  month: string
  customerId: string
  currency: string
}

/** Number of customers who paid in a month, and of customers who had also paid in the month before. */
export interface RollupPayerMonthRow {
  merchantId: string
  calendar: Calendar
  month: string
  paid: number
  returned: number
}

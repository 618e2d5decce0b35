import { z } from 'zod'

export const transactionStatuses = ['success', 'pending', 'failed'] as const
export const TransactionStatus = z.enum(transactionStatuses)
export type TransactionStatus = z.infer<typeof TransactionStatus>

/** The steps that an open payment may wait for: the merchant's capture, the customer, or the customer's bank transfer. */
export const awaitedSteps = ['capture', 'customer', 'transfer'] as const
export const AwaitedStep = z.enum(awaitedSteps)
export type AwaitedStep = z.infer<typeof AwaitedStep>

export const transactionSorts = [
  '-createdAt',
  'createdAt',
  '-amount',
  'amount',
  'customerName',
  '-customerName',
  'transactionId',
  '-transactionId',
] as const
export const TransactionSort = z.enum(transactionSorts)
export type TransactionSort = z.infer<typeof TransactionSort>

/** State of a successful payment at its processor: booked, not booked yet, or `unknown` without a reported balance. */
export const SettlementState = z.enum(['true', 'false', 'unknown'])
export type SettlementState = z.infer<typeof SettlementState>

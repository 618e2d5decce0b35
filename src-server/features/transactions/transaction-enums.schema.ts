import { z } from 'zod'

export const transactionStatuses = ['success', 'pending', 'failed'] as const
export const TransactionStatus = z.enum(transactionStatuses)
export type TransactionStatus = z.infer<typeof TransactionStatus>

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

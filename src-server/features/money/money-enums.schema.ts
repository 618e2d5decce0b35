import { z } from 'zod'

export const entryTypes = [
  'charge',
  'refund',
  'refund_failure',
  'dispute',
  'dispute_reversal',
  'fee',
  'payout',
  'payout_failure',
  'transfer',
  'adjustment',
  'other',
] as const
export const EntryType = z.enum(entryTypes)
export type EntryType = z.infer<typeof EntryType>

/** Parts of a balance: not available yet, part of the next payout, held back by the processor. */
export const balanceParts = ['pending', 'available', 'reserved'] as const
export const BalancePart = z.enum(balanceParts)
export type BalancePart = z.infer<typeof BalancePart>

export const payoutStatuses = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const
export const PayoutStatus = z.enum(payoutStatuses)
export type PayoutStatus = z.infer<typeof PayoutStatus>

/** Part of a balance that consists of payouts that have been requested or sent, and have not arrived. */
export const PayoutPart = z.enum(['inTransit'])
export type PayoutPart = z.infer<typeof PayoutPart>

export const moneySorts = ['-createdAt', 'createdAt', '-amount', 'amount'] as const
export const MoneySort = z.enum(moneySorts)
export type MoneySort = z.infer<typeof MoneySort>

import { z } from 'zod'
import { Money } from '../paypal-resources.schema.ts'

// Fields of PayPal's transaction search that Incasso reads. Names, addresses and notes are not requested.

/** A row of PayPal's transaction search. Amounts are signed; the fee is negative when the merchant pays it. */
export const TransactionInfo = z.object({
  transaction_id: z.string(),
  paypal_reference_id: z.string().optional(),
  paypal_reference_id_type: z.string().optional(),
  transaction_event_code: z.string().default(''),
  transaction_initiation_date: z.string(),
  transaction_amount: Money.optional(),
  fee_amount: Money.optional(),
  transaction_status: z.string().optional(),
  bank_reference_id: z.string().optional(),
  invoice_id: z.string().optional(),
  custom_field: z.string().optional(),
})
export type TransactionInfo = z.infer<typeof TransactionInfo>

export const SearchResponse = z.object({
  transaction_details: z.array(z.object({ transaction_info: TransactionInfo })).default([]),
  total_pages: z.int().default(1),
  last_refreshed_datetime: z.string().optional(),
})

export const BalancesResponse = z.object({
  balances: z
    .array(
      z.object({
        currency: z.string(),
        total_balance: Money,
        available_balance: Money.optional(),
        withheld_balance: Money.optional(),
      }),
    )
    .default([]),
  as_of_time: z.string().optional(),
  last_refresh_time: z.string().optional(),
})
export type BalancesResponse = z.infer<typeof BalancesResponse>

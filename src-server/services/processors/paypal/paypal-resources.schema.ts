import { z } from 'zod'

// Fields of PayPal's resources that Incasso reads. PayPal may add further fields, and further values of each status.

export const Money = z.object({ currency_code: z.string(), value: z.string() })
export type Money = z.infer<typeof Money>

const Links = z.array(z.object({ rel: z.string(), href: z.string() })).default([])

const supplementary = {
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: z.string().optional() }).optional() })
    .optional(),
}

const Details = z.object({ reason: z.string().optional() }).optional()

/** Amounts that the merchant receives of a capture. PayPal has none while the capture is pending. */
const ReceivableBreakdown = z.object({
  gross_amount: Money,
  paypal_fee: Money.optional(),
  platform_fees: z.array(z.object({ amount: Money })).default([]),
  net_amount: Money.optional(),
  receivable_amount: Money.optional(),
  exchange_rate: z.object({ value: z.string() }).optional(),
})

export const Capture = z.object({
  id: z.string(),
  status: z.string(),
  status_details: Details,
  amount: Money,
  custom_id: z.string().optional(),
  /** False while PayPal accepts further captures of the same authorization. */
  final_capture: z.boolean().default(true),
  create_time: z.string().optional(),
  seller_receivable_breakdown: ReceivableBreakdown.optional(),
  ...supplementary,
})
export type Capture = z.infer<typeof Capture>

export const Authorization = z.object({
  id: z.string(),
  status: z.string(),
  status_details: Details,
  custom_id: z.string().optional(),
  create_time: z.string().optional(),
  expiration_time: z.string().optional(),
  ...supplementary,
})
export type Authorization = z.infer<typeof Authorization>

export const PayPalRefund = z.object({
  id: z.string(),
  status: z.string(),
  amount: Money.optional(),
  custom_id: z.string().optional(),
  create_time: z.string().optional(),
})
export type PayPalRefund = z.infer<typeof PayPalRefund>

export const Order = z.object({
  id: z.string(),
  intent: z.string().optional(),
  status: z.string(),
  update_time: z.string().optional(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        payments: z
          .object({
            captures: z.array(Capture).default([]),
            authorizations: z.array(Authorization).default([]),
            refunds: z.array(PayPalRefund).default([]),
          })
          .optional(),
      }),
    )
    .default([]),
  links: Links,
})
export type Order = z.infer<typeof Order>

export const PayPalDispute = z.object({
  dispute_id: z.string(),
  create_time: z.string(),
  update_time: z.string().optional(),
  reason: z.string().optional(),
  status: z.string(),
  dispute_amount: Money,
  dispute_life_cycle_stage: z.string().optional(),
  dispute_outcome: z.object({ outcome_code: z.string().optional() }).optional(),
  seller_response_due_date: z.string().optional(),
})
export type PayPalDispute = z.infer<typeof PayPalDispute>

/** Evidence and messages of a dispute, and the calls that PayPal takes now; only a single dispute has these. */
export const DisputeDetails = PayPalDispute.extend({
  evidences: z
    .array(z.object({ source: z.string().optional(), notes: z.string().optional() }))
    .default([]),
  messages: z
    .array(z.object({ posted_by: z.string().optional(), content: z.string().optional() }))
    .default([]),
  links: Links,
})
export type DisputeDetails = z.infer<typeof DisputeDetails>

export const DisputeList = z.object({
  items: z.array(PayPalDispute).default([]),
  links: Links,
})

/** The payments of a dispute, which only a single dispute names. */
export const DisputedTransactions = z.object({
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: z.string().optional() }))
    .default([]),
})

export const Webhook = z.object({ id: z.string(), url: z.string() })
export const WebhookList = z.object({ webhooks: z.array(Webhook).default([]) })

/** A webhook event. The resource of each type has other fields; only fields that name our objects are read. */
export const PayPalEvent = z.object({
  id: z.string(),
  event_type: z.string(),
  create_time: z.string().optional(),
  resource: z.object({
    id: z.string().optional(),
    custom_id: z.string().optional(),
    purchase_units: z.array(z.object({ custom_id: z.string().optional() })).optional(),
    dispute_id: z.string().optional(),
    disputed_transactions: z
      .array(z.object({ seller_transaction_id: z.string().optional() }))
      .optional(),
    links: Links,
  }),
})
export const EventList = z.object({ events: z.array(z.unknown()).default([]), links: Links })

/** Resources of PayPal's REST API with the fields that Incasso reads or that a person sees there. */
export type Money = { currency_code: string; value: string }

export type Link = { href: string; rel: string; method?: string }

export type OrderStatus =
  | 'CREATED'
  | 'SAVED'
  | 'APPROVED'
  | 'VOIDED'
  | 'COMPLETED'
  | 'PAYER_ACTION_REQUIRED'

export type CaptureStatus =
  | 'COMPLETED'
  | 'DECLINED'
  | 'PARTIALLY_REFUNDED'
  | 'PENDING'
  | 'REFUNDED'
  | 'FAILED'

type RelatedIds = { related_ids: { order_id: string } }

export type Capture = {
  id: string
  status: CaptureStatus
  status_details?: { reason: string }
  amount: Money
  custom_id?: string | undefined
  invoice_id?: string | undefined
  final_capture: boolean
  /** Missing while the capture is pending. */
  seller_receivable_breakdown?: object
  supplementary_data: RelatedIds
  create_time: string
  update_time: string
  links: Link[]
}

export type Authorization = {
  id: string
  status: 'CREATED' | 'CAPTURED' | 'DENIED' | 'PARTIALLY_CAPTURED' | 'VOIDED' | 'PENDING'
  amount: Money
  custom_id?: string | undefined
  invoice_id?: string | undefined
  expiration_time: string
  supplementary_data: RelatedIds
  create_time: string
  update_time: string
  links: Link[]
}

export type Refund = {
  id: string
  status: 'CANCELLED' | 'FAILED' | 'PENDING' | 'COMPLETED'
  amount: Money
  custom_id?: string | undefined
  invoice_id?: string | undefined
  create_time: string
  update_time: string
  links: Link[]
}

export type PurchaseUnit = {
  reference_id: string
  amount: Money
  custom_id?: string | undefined
  invoice_id?: string | undefined
  description?: string | undefined
  payments?: { captures?: Capture[]; authorizations?: Authorization[]; refunds?: Refund[] }
}

export type Payer = { payer_id: string; email_address: string; name: { given_name: string } }

export type Order = {
  id: string
  intent: 'CAPTURE' | 'AUTHORIZE'
  status: OrderStatus
  purchase_units: [PurchaseUnit]
  payment_source: {
    paypal: { experience_context: { return_url: string; cancel_url: string; locale?: string } }
  }
  payer?: Payer
  create_time: string
  update_time: string
  links: Link[]
}

export type Dispute = {
  dispute_id: string
  create_time: string
  update_time: string
  disputed_transactions: { seller_transaction_id: string; custom?: string | undefined }[]
  reason: string
  status: string
  dispute_state: string
  dispute_amount: Money
  dispute_life_cycle_stage: 'INQUIRY' | 'CHARGEBACK' | 'PRE_ARBITRATION' | 'ARBITRATION'
  dispute_outcome?: { outcome_code: string }
  seller_response_due_date?: string
  evidences?: Evidence[]
  messages?: { posted_by: 'BUYER' | 'SELLER'; time_posted: string; content: string }[]
  links: Link[]
}

export type Evidence = {
  evidence_type: string
  notes?: string
  evidence_info?: { tracking_info?: object[]; refund_ids?: string[] }
  documents?: { name: string; bytes?: Buffer }[]
  source: 'REQUESTED_FROM_SELLER' | 'SUBMITTED_BY_SELLER'
  date: string
}

export type PayPalEvent = {
  id: string
  create_time: string
  resource_type: string
  event_version: '1.0'
  event_type: string
  summary: string
  resource_version: '2.0'
  resource: object
  links: Link[]
}

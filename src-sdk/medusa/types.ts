/** An amount in major units, such as 49.06: a number, decimal text, or one of Medusa's objects for large numbers. */
export type MedusaAmount = number | string | object

type Data = Record<string, unknown>

/** Parts of Medusa's context that the provider uses. */
export type MedusaContext = {
  customer?:
    | { email: string; first_name?: string | null; last_name?: string | null }
    | null
    | undefined
  /** The same for each attempt of one capture or one refund. */
  idempotency_key?: string | undefined
}

export type ProviderInput = { data?: Data | undefined; context?: MedusaContext | undefined }
export type AmountInput = ProviderInput & { amount: MedusaAmount }
export type SessionInput = AmountInput & { currency_code: string }

/** Status of a payment session. */
export type SessionStatus =
  | 'authorized'
  | 'captured'
  | 'canceled'
  | 'error'
  | 'pending'
  | 'requires_more'

export type ProviderOutput = { data: Data }
export type StatusOutput = ProviderOutput & { status: SessionStatus }

/** A request to `/hooks/payment/incasso_…`, as Medusa passes it to the provider. */
export type WebhookPayload = { rawData: string | Uint8Array; headers: Data }

export type WebhookAction = {
  action: 'authorized' | 'captured' | 'failed' | 'not_supported' | 'pending' | 'requires_more'
  data?: { session_id: string; amount: string }
}

/** The part of the payment module's container that the provider uses. */
export type MedusaContainer = {
  paymentSessionService: {
    retrieve: (
      id: string,
      config: { select: string[] },
    ) => Promise<{ payment_collection_id?: string | null }>
  }
}

/** Options of the provider, in `medusa-config.ts`. */
export type IncassoProviderOptions = {
  /** An API key with the scopes `read`, `write` and `refund`. */
  key: string
  /** URL of the Incasso server, such as `https://pay.example.com`. */
  baseUrl: string
  /** Signing secret of the webhook endpoint; two during a rotation. */
  webhookSecret: string | readonly string[]
  /** The storefront's page for payers who return. It gets `payment_session`, and then completes the cart. */
  returnUrl: string
  /** The storefront's page for payers who leave without paying. */
  cancelUrl?: string | undefined
  /** True takes the money at once; false, the default, when the order is captured in Medusa. */
  capture?: boolean | undefined
  /** Allows `http://` to other machines. Loopback is always allowed. */
  allowHttp?: boolean | undefined
}

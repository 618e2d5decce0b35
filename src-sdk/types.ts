import type { components } from './api.gen.ts'

type Schemas = components['schemas']

/** A page of a list. `nextCursor` is null on the last page; `total` may be a lower bound if `totalExact` is false. */
export type Page<Row> = {
  data: Row[]
  total: number
  totalExact: boolean
  nextCursor: string | null
}

/** Amounts are decimal text with two places, such as `"12.34"`, in every currency. */
export type Payment = Schemas['TransactionV2']
export type PaymentDetail = Schemas['TransactionDetailV2']
export type NewPayment = Schemas['NewTransaction']
export type AmountChange = Schemas['AmountChange']
export type Capture = Schemas['Capture']
export type StatusChange = Schemas['StatusChange']
export type DeclineCode = Schemas['DeclineCode']
export type Refund = Schemas['Refund']
export type RefundDetail = Schemas['RefundDetail']
export type NewRefund = Schemas['NewRefund']
export type Balance = Schemas['BalanceV2']
export type BalanceEntry = Schemas['BalanceEntry']
export type Payout = Schemas['Payout']
export type PayoutDetail = Schemas['PayoutDetail']
export type NewPayout = Schemas['NewPayout']
export type Month = Schemas['MonthEntry']
export type MonthDetail = Schemas['MonthDetail']
export type MonthNote = Schemas['CloseMonth']
export type Dispute = Schemas['Dispute']
export type DisputeDetail = Schemas['DisputeDetail']
export type Evidence = Schemas['Evidence']
export type EvidenceChange = Schemas['EvidenceChange']
export type DisputeSubmission = Schemas['DisputeSubmission']
export type PaymentLink = Schemas['PaymentLinkV2']
export type NewPaymentLink = Schemas['NewPaymentLink']
export type PaymentLinkChange = Schemas['PaymentLinkChange']
export type Customer = Schemas['Customer']
export type CustomerDetail = Schemas['CustomerDetail']
export type NewCustomer = Schemas['NewCustomer']
export type CustomerChange = Schemas['CustomerChange']
export type Takings = Schemas['Takings']
export type Merchant = Schemas['Merchant']
export type DashboardStats = Schemas['DashboardStats']
export type WebhookEndpoint = Schemas['WebhookEndpoint']
export type CreatedWebhookEndpoint = Schemas['CreatedWebhookEndpoint']
export type NewWebhookEndpoint = Schemas['NewWebhookEndpoint']
export type WebhookEndpointChange = Schemas['WebhookEndpointChange']
export type EndpointTest = Schemas['WebhookEndpointTest']
export type RotatedSecret = Schemas['RotatedSecret']
export type StoredEvent = Schemas['WebhookEvent']
export type StoredEventDetail = Schemas['WebhookEventDetail']
export type EventReplay = Schemas['Replay']
export type ReplayedEvents = Schemas['ReplayedEvents']
export type TestEvent = Schemas['TestEvent']
export type Series = Schemas['Series']
export type Summary = Schemas['Summary']
export type TransactionsVolume = Schemas['TransactionsVolume']
export type MethodTypeShares = Schemas['MethodTypeShares']
export type PaymentMethodShares = Schemas['PaymentMethodShares']
export type Analysis = Schemas['Analysis']
export type AnalysisRequest = Schemas['AnalysisRequest']
export type LoggedRequest = Schemas['LoggedRequest']

/** The body of a refusal. */
export type ProblemDocument = Schemas['Problem']
export type ProblemReason = NonNullable<ProblemDocument['reason']>

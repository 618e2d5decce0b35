import { Api } from './api.ts'
import type { List } from './list.ts'
import type { FilterOf } from './operations.ts'
import { Customers } from './resources/customers.ts'
import { Disputes } from './resources/disputes.ts'
import { WebhookEvents } from './resources/events.ts'
import { DailyTakings, Figures } from './resources/figures.ts'
import { Balances, Payouts } from './resources/money.ts'
import { Months } from './resources/months.ts'
import { PaymentLinks } from './resources/payment-links.ts'
import { Payments } from './resources/payments.ts'
import { Refunds } from './resources/refunds.ts'
import { WebhookEndpoints } from './resources/webhook-endpoints.ts'
import { checkSettings, type IncassoSettings } from './settings.ts'
import { type CallOptions, Transport } from './transport.ts'
import type { LoggedRequest, Merchant } from './types.ts'

export { List } from './list.ts'
export { IncassoProblem, NoResponse, WebhookProblem, type WebhookReason } from './problems.ts'
export type { Environment, IncassoSettings } from './settings.ts'
export type { CallOptions, KeyedOptions } from './transport.ts'
export type * from './types.ts'
export {
  type UnknownEvent,
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
  type WebhookHeaders,
} from './webhooks.ts'

/** A client of Incasso's API, version 2. Its key decides the mode, test or live. */
export class Incasso {
  readonly payments: Payments
  readonly refunds: Refunds
  readonly balance: Balances
  readonly payouts: Payouts
  readonly months: Months
  readonly disputes: Disputes
  readonly customers: Customers
  readonly paymentLinks: PaymentLinks
  readonly webhookEndpoints: WebhookEndpoints
  readonly webhookEvents: WebhookEvents
  readonly takings: DailyTakings
  readonly figures: Figures
  readonly #api: Api

  constructor(settings: IncassoSettings) {
    const api = new Api(new Transport(checkSettings(settings)))
    this.#api = api
    this.payments = new Payments(api)
    this.refunds = new Refunds(api)
    this.balance = new Balances(api)
    this.payouts = new Payouts(api)
    this.months = new Months(api)
    this.disputes = new Disputes(api)
    this.customers = new Customers(api)
    this.paymentLinks = new PaymentLinks(api)
    this.webhookEndpoints = new WebhookEndpoints(api)
    this.webhookEvents = new WebhookEvents(api)
    this.takings = new DailyTakings(api)
    this.figures = new Figures(api)
  }

  /** Reads the merchant of the key. */
  merchant(options?: CallOptions): Promise<Merchant> {
    return this.#api.get('/api/merchant/profile', { options })
  }

  /** Lists the last 1,000 requests of the merchant's keys. */
  requestLog(filter?: FilterOf<'/api/request-log'>, options?: CallOptions): List<LoggedRequest> {
    return this.#api.list('/api/request-log', filter, options)
  }
}

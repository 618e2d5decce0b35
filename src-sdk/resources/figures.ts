import type { Api } from '../api.ts'
import type { ExportFilterOf, FilterOf } from '../operations.ts'
import type { CallOptions } from '../transport.ts'
import type {
  Analysis,
  AnalysisRequest,
  DashboardStats,
  MethodTypeShares,
  PaymentMethodShares,
  Series,
  Summary,
  Takings,
  TransactionsVolume,
} from '../types.ts'

/** Takings by day, at `/api/takings`. */
export class DailyTakings {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  /** Returns gross, refunds and net by day, payment method and currency, of at most 366 days. */
  list(period?: FilterOf<'/api/takings'>, options?: CallOptions): Promise<Takings> {
    return this.#api.get('/api/takings', { query: period, options })
  }

  /** Returns a response whose body is a CSV file. */
  export(period?: ExportFilterOf<'/api/takings/export'>, options?: CallOptions): Promise<Response> {
    return this.#api.stream('/api/takings/export', { query: period, options })
  }
}

/** Figures of the dashboard and of analytics. */
export class Figures {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  dashboard(options?: CallOptions): Promise<DashboardStats> {
    return this.#api.get('/api/dashboard/stats', { options })
  }

  summary(period?: FilterOf<'/api/analytics/summary'>, options?: CallOptions): Promise<Summary> {
    return this.#api.get('/api/analytics/summary', { query: period, options })
  }

  revenue(period?: FilterOf<'/api/analytics/revenue'>, options?: CallOptions): Promise<Series> {
    return this.#api.get('/api/analytics/revenue', { query: period, options })
  }

  successRate(
    period?: FilterOf<'/api/analytics/success-rate'>,
    options?: CallOptions,
  ): Promise<Series> {
    return this.#api.get('/api/analytics/success-rate', { query: period, options })
  }

  transactionsVolume(
    period?: FilterOf<'/api/analytics/transactions-volume'>,
    options?: CallOptions,
  ): Promise<TransactionsVolume> {
    return this.#api.get('/api/analytics/transactions-volume', { query: period, options })
  }

  paymentMethods(
    period?: FilterOf<'/api/analytics/payment-methods'>,
    options?: CallOptions,
  ): Promise<PaymentMethodShares> {
    return this.#api.get('/api/analytics/payment-methods', { query: period, options })
  }

  methodTypes(
    period?: FilterOf<'/api/analytics/method-types'>,
    options?: CallOptions,
  ): Promise<MethodTypeShares> {
    return this.#api.get('/api/analytics/method-types', { query: period, options })
  }

  /** Asks the AI analyst about the figures of the last 90 days. */
  analyze(request: AnalysisRequest, options?: CallOptions): Promise<Analysis> {
    const path = '/api/openai/analyze'
    return this.#api.send('post', path, { body: request, options, isRepeatable: false })
  }
}

import type { Api } from '../api.ts'
import type { List } from '../list.ts'
import type { ExportFilterOf, FilterOf } from '../operations.ts'
import type { CallOptions, KeyedOptions } from '../transport.ts'
import type { Balance, BalanceEntry, NewPayout, Payout, PayoutDetail } from '../types.ts'

/** Balances and their entries at the processors, under `/api/balance`. */
export class Balances {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  /** Reads the balance at each processor, by currency. */
  read(options?: CallOptions): Promise<Balance[]> {
    return this.#api.get('/api/balance', { options })
  }

  /** Lists payments, refunds, fees and payouts as the processors booked them. */
  entries(filter?: FilterOf<'/api/balance/entries'>, options?: CallOptions): List<BalanceEntry> {
    return this.#api.list('/api/balance/entries', filter, options)
  }

  /** Returns a response whose body is a CSV file of the entries. */
  exportEntries(
    filter?: ExportFilterOf<'/api/balance/entries/export'>,
    options?: CallOptions,
  ): Promise<Response> {
    return this.#api.stream('/api/balance/entries/export', { query: filter, options })
  }
}

/** Payouts to the bank account, at `/api/payouts`. */
export class Payouts {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  list(filter?: FilterOf<'/api/payouts'>, options?: CallOptions): List<Payout> {
    return this.#api.list('/api/payouts', filter, options)
  }

  /** Reads a payout with the sums of its entries. */
  get(id: string, options?: CallOptions): Promise<PayoutDetail> {
    return this.#api.get('/api/payouts/{id}', { id, options })
  }

  /** Pays out at once, in the sandbox only. */
  create(payout: NewPayout, options?: KeyedOptions): Promise<Payout> {
    return this.#api.send('post', '/api/payouts', { body: payout, options, isKeyed: true })
  }

  /** Returns a response whose body is a CSV file. */
  export(filter?: ExportFilterOf<'/api/payouts/export'>, options?: CallOptions): Promise<Response> {
    return this.#api.stream('/api/payouts/export', { query: filter, options })
  }
}

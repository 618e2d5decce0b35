import type { Api } from '../api.ts'
import type { List } from '../list.ts'
import type { ExportFilterOf, FilterOf } from '../operations.ts'
import type { CallOptions } from '../transport.ts'
import type { Refund, RefundDetail } from '../types.ts'

/** Refunds, at `/api/refunds`. `payments.refund` creates them. */
export class Refunds {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  list(filter?: FilterOf<'/api/refunds'>, options?: CallOptions): List<Refund> {
    return this.#api.list('/api/refunds', filter, options)
  }

  /** Reads a refund and its events. */
  get(id: string, options?: CallOptions): Promise<RefundDetail> {
    return this.#api.get('/api/refunds/{id}', { id, options })
  }

  /** Returns a response whose body is a CSV file. */
  export(filter?: ExportFilterOf<'/api/refunds/export'>, options?: CallOptions): Promise<Response> {
    return this.#api.stream('/api/refunds/export', { query: filter, options })
  }
}

import type { Api } from '../api.ts'
import type { List } from '../list.ts'
import type { ExportFilterOf, FilterOf } from '../operations.ts'
import type { CallOptions } from '../transport.ts'
import type { Dispute, DisputeDetail } from '../types.ts'

/** Disputes of payments, at `/api/disputes`. */
export class Disputes {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  /** Lists disputes, the most urgent first. */
  list(filter?: FilterOf<'/api/disputes'>, options?: CallOptions): List<Dispute> {
    return this.#api.list('/api/disputes', filter, options)
  }

  /** Reads a dispute with its answer and its events. */
  get(id: string, options?: CallOptions): Promise<DisputeDetail> {
    return this.#api.get('/api/disputes/{id}', { id, options })
  }

  /** Returns a response whose body is a CSV file. */
  export(
    filter?: ExportFilterOf<'/api/disputes/export'>,
    options?: CallOptions,
  ): Promise<Response> {
    return this.#api.stream('/api/disputes/export', { query: filter, options })
  }
}

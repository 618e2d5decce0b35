import type { Api } from '../api.ts'
import type { List } from '../list.ts'
import type { ExportFilterOf, FilterOf } from '../operations.ts'
import type { CallOptions } from '../transport.ts'
import type {
  Dispute,
  DisputeDetail,
  DisputeSubmission,
  Evidence,
  EvidenceChange,
} from '../types.ts'

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

  /** Saves the texts of an answer. A conflict `draft_changed` contains the current answer in `current`. */
  saveEvidence(id: string, change: EvidenceChange, options?: CallOptions): Promise<Evidence> {
    const path = '/api/disputes/{id}/evidence'
    return this.#api.send('put', path, { id, body: change, options, isRepeatable: false })
  }

  /** Sends the evidence to the bank, which is possible once. */
  submit(
    id: string,
    version: DisputeSubmission = {},
    options?: CallOptions,
  ): Promise<DisputeDetail> {
    const path = '/api/disputes/{id}/submit'
    return this.#api.send('post', path, { id, body: version, options, isRepeatable: false })
  }

  /** Accepts the loss: the payer keeps the money, and the dispute cannot be answered any more. */
  accept(id: string, options?: CallOptions): Promise<DisputeDetail> {
    return this.#api.send('post', '/api/disputes/{id}/accept', {
      id,
      body: {},
      options,
      isRepeatable: false,
    })
  }

  /** Returns a response whose body is a CSV file. */
  export(
    filter?: ExportFilterOf<'/api/disputes/export'>,
    options?: CallOptions,
  ): Promise<Response> {
    return this.#api.stream('/api/disputes/export', { query: filter, options })
  }
}

import type { Api, Slot } from '../api.ts'
import type { List } from '../list.ts'
import type { ExportFilterOf, FilterOf } from '../operations.ts'
import type { CallOptions, SentFile } from '../transport.ts'
import type {
  Dispute,
  DisputeDetail,
  DisputeSubmission,
  Evidence,
  EvidenceChange,
} from '../types.ts'

const FILES = '/api/disputes/{id}/files/{slot}'

/** A file for a slot, with the version of the evidence that the caller has read. */
export type NewFile = SentFile & { version: number; name?: string | undefined }

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

  /** Reads a dispute with its evidence and its events. */
  get(id: string, options?: CallOptions): Promise<DisputeDetail> {
    return this.#api.get('/api/disputes/{id}', { id, options })
  }

  /** Saves the texts of the evidence. A conflict `draft_changed` has the current evidence in `current`. */
  saveEvidence(id: string, change: EvidenceChange, options?: CallOptions): Promise<Evidence> {
    const path = '/api/disputes/{id}/evidence'
    return this.#api.send('put', path, { id, body: change, options, isRepeatable: false })
  }

  /**
   * Stores a file in a slot of the evidence: a PDF, PNG or JPEG of at most 5 MB. A conflict `draft_changed` has the
   * current evidence in `current`.
   */
  putFile(id: string, slot: Slot, file: NewFile, options?: CallOptions): Promise<Evidence> {
    const { version, name, type, content } = file
    const query = { version, ...(name !== undefined && { name }) }
    return this.#api.sendToSlot('put', FILES, {
      id,
      slot,
      query,
      file: { type, content },
      options,
    })
  }

  /** Removes the file of a slot from the evidence. */
  removeFile(
    id: string,
    slot: Slot,
    { version }: { version: number },
    options?: CallOptions,
  ): Promise<Evidence> {
    return this.#api.sendToSlot('delete', FILES, { id, slot, query: { version }, options })
  }

  /** Returns a response whose body is the file of a slot. */
  file(id: string, slot: Slot, options?: CallOptions): Promise<Response> {
    return this.#api.stream(FILES, { id, slot, options })
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

  /** Accepts the loss: the payer keeps the money, and no evidence can be sent any more. */
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

import type { Api } from '../api.ts'
import type { ExportFilterOf, FilterOf } from '../operations.ts'
import type { CallOptions, KeyedOptions } from '../transport.ts'
import type { Month, MonthDetail, MonthNote } from '../types.ts'

/** Months of the books, at `/api/months`. A month is text such as `2026-01`, in the merchant's zone. */
export class Months {
  readonly #api: Api

  constructor(api: Api) {
    this.#api = api
  }

  /** Lists the months since the first payment, and whether each can be closed. */
  list(options?: CallOptions): Promise<Month[]> {
    return this.#api.get('/api/months', { options })
  }

  /** Reads the figures of a month; with `asOf`, as they were known on that day. */
  get(
    month: string,
    filter?: FilterOf<'/api/months/{month}'>,
    options?: CallOptions,
  ): Promise<MonthDetail> {
    return this.#api.get('/api/months/{month}', { month, query: filter, options })
  }

  /** Closes a month, which freezes its figures. The taxes are stored as they are given. */
  close(month: string, note: MonthNote = {}, options?: KeyedOptions): Promise<MonthDetail> {
    const path = '/api/months/{month}/close'
    return this.#api.send('post', path, { month, body: note, options, isKeyed: true })
  }

  /** Returns a response whose body is a CSV file. */
  export(filter: ExportFilterOf<'/api/months/export'>, options?: CallOptions): Promise<Response> {
    return this.#api.stream('/api/months/export', { query: filter, options })
  }
}

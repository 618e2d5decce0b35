import type { Page } from './types.ts'

/**
 * Rows of a list, newest first unless the filter sorts. `for await` requests the next page when it needs one; rows that
 * are added meanwhile neither shift the pages nor appear twice.
 */
export class List<Row> implements AsyncIterable<Row> {
  readonly #read: (cursor: string | undefined) => Promise<Page<Row>>

  constructor(read: (cursor: string | undefined) => Promise<Page<Row>>) {
    this.#read = read
  }

  /** Requests the first page. */
  firstPage(): Promise<Page<Row>> {
    return this.#read(undefined)
  }

  async *pages(): AsyncGenerator<Page<Row>, void, void> {
    let cursor: string | undefined
    do {
      const page = await this.#read(cursor)
      yield page
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, void> {
    for await (const page of this.pages()) yield* page.data
  }
}

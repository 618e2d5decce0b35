import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/core/calls/errors.ts'
import type { ApiVersion } from '#server/shared/api-version.ts'
import { BOOK_HEADER, type Book, isBook } from '#server/shared/book.ts'

/** What tRPC knows of a call before its procedure runs. */
export type Call = {
  type?: string
  connectionParams?: Record<string, unknown> | null
  /** In which it is answered, whatever its headers say. */
  version?: ApiVersion
}

/**
 * The book that the caller says it shows: by a header, by tRPC's own parameters where an event source
 * carries no headers, or in the address of a download.
 */
export function statedBookOf(
  { headers, query }: Pick<FastifyRequest, 'headers' | 'query'>,
  { connectionParams }: Call,
): Book | undefined {
  const { book } = query as { book?: unknown }
  const stated = headers[BOOK_HEADER] ?? connectionParams?.book ?? book
  if (stated === undefined || isBook(stated)) return stated
  throw new AppError('invalid', 'The book must be test or live.')
}

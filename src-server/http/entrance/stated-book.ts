import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/core/calls/errors.ts'
import type { ApiVersion } from '#server/shared/api-version.ts'
import { BOOK_HEADER, type Book, isBook } from '#server/shared/book.ts'

/** The facts that tRPC knows about a call before its procedure runs. */
export type Call = {
  type?: string
  connectionParams?: Record<string, unknown> | null
  /** API version of the response; it overrides the header. */
  version?: ApiVersion
}

/**
 * Returns the book that the caller shows. It comes from a header, from tRPC's connection parameters for an event source
 * (which cannot send headers), or from a download's URL.
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

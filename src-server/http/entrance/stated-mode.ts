import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/core/calls/errors.ts'
import type { ApiVersion } from '#server/shared/api-version.ts'
import { isMode, MODE_HEADER, type Mode } from '#server/shared/mode.ts'

/** Facts about a call that are known before its procedure runs; tRPC provides the type and the parameters. */
export type Call = {
  type?: string
  connectionParams?: Record<string, unknown> | null
  /** API version of the response; it overrides the header. */
  version?: ApiVersion
}

/**
 * Returns the mode, test or live, that the caller's page shows; undefined when the request does not state one. The mode
 * is in a header, in tRPC's connection parameters of an event source (which cannot send headers), or in a download's
 * URL.
 */
export function statedModeOf(
  { headers, query }: Pick<FastifyRequest, 'headers' | 'query'>,
  { connectionParams }: Call,
): Mode | undefined {
  const { book } = query as { book?: unknown }
  const stated = headers[MODE_HEADER] ?? connectionParams?.book ?? book
  if (stated === undefined || isMode(stated)) return stated
  throw new AppError('invalid', 'The book must be test or live.')
}

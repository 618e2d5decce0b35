import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#server/core/calls/errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Types of a file that the route takes as its body, instead of JSON. */
    fileTypes?: readonly string[]
  }
}

/**
 * Leaves the body of a file unread, so that the caller's rights and the stated size are checked before its first byte
 * is read.
 */
export function registerFileBodies(app: FastifyInstance, types: readonly string[]): void {
  app.addContentTypeParser([...types], (_request, body, done) => done(null, body))
}

/** Returns the media type of a request without its parameters. */
export const mediaTypeOf = ({ headers }: FastifyRequest): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

/**
 * Reads the file in the body of a request.
 * @throws `too_large` before the body is read when its stated length is too large, otherwise as soon as it is.
 */
export async function readFileBody(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  const { body, headers } = request
  if (!(body instanceof Readable)) {
    throw new AppError('invalid', 'Send the file as the body of the request.')
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size)
}

const tooLarge = (maxBytes: number) =>
  new AppError('too_large', `The file may have at most ${maxBytes / 1024 / 1024} MB.`)

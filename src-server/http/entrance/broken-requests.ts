import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { problemJson, problemOf } from '#server/core/calls/problem.ts'
import type { Problem } from '#server/shared/reasons/errors.ts'

/** Returns the status and message for bytes that Node could not parse as a request. */
function refusalOf(code: string | undefined): { status: number; detail: string } {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, detail: 'The request did not arrive in time.' }
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, detail: 'The address or the headers are too long.' }
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { status: 413, detail: 'The body may have at most 64 kB.' }
    default:
      return { status: 400, detail: 'The request could not be read: it is not valid HTTP.' }
  }
}

/** Responds to bytes that Node could not parse as a request, directly on the socket, and closes the connection. */
export function respondToBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, detail } = refusalOf(error.code)
  const title = STATUS_CODES[status] ?? ''
  const problem: Omit<Problem, 'requestId'> = {
    type: 'about:blank',
    title,
    status,
    detail,
    code: status === 413 ? 'too_large' : 'invalid',
  }
  const body = JSON.stringify(problem)
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    `content-type: ${problemJson}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}

/** Responds to a URL that the router cannot parse. No hook runs for it, so the headers are set here. */
export function respondToUnroutable(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const problem = problemOf(error, request.id)
  void reply
    .code(problem.status)
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type(problemJson)
    .send(JSON.stringify(problem))
}

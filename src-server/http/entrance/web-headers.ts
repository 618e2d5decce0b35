import type { FastifyRequest } from 'fastify'
import { CLIENT_ADDRESS_HEADER } from '#server/core/ports/identity.ts'
import { clientAddress } from './client-address.ts'

/** A request's headers in the web's own shape, with what the provider may believe about its origin. */
export function webHeadersOf(request: FastifyRequest, appUrl: string): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value)
  }
  // The body is written anew, and the guards have already judged where the request comes from.
  headers.delete('content-length')
  headers.delete('transfer-encoding')
  if (!headers.has('origin')) headers.set('origin', appUrl)
  headers.set(CLIENT_ADDRESS_HEADER, clientAddress(request))
  return headers
}

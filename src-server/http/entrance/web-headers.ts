import type { FastifyRequest } from 'fastify'
import { CLIENT_ADDRESS_HEADER } from '#server/core/ports/identity.ts'
import { clientIpAddress } from './client-ip-address.ts'

/**
 * Returns a request's headers as web `Headers`, with an origin and an IP address that the identity provider may trust.
 */
export function webHeadersOf(request: FastifyRequest, appUrl: string): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value)
  }
  // The body is serialized again, and the guards have already checked the origin.
  headers.delete('content-length')
  headers.delete('transfer-encoding')
  if (!headers.has('origin')) headers.set('origin', appUrl)
  headers.set(CLIENT_ADDRESS_HEADER, clientIpAddress(request))
  return headers
}

import { request } from 'node:http'
import type { PlainResponse } from './keep-alive.ts'

/** A request whose target (the URL in the request line) is sent exactly as given. */
export type RawRequest = {
  method?: string
  /** Sent unchanged, without normalization by a client. */
  target: string
  headers?: Record<string, string>
  body?: string
}

/** Sends one request over its own connection, with any target that fits into a request line. */
export const sendRawRequest = (
  port: number,
  { method = 'GET', target, headers = {}, body }: RawRequest,
): Promise<PlainResponse> =>
  new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path: target,
        agent: false,
        headers: {
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })

import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Text types, except the event stream of live changes: compression would buffer each event. */
const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:json|problem\+json|javascript)|image\/svg)/

/**
 * Lowest compression level, for responses that are sent once. A list of 100 payments is 4 kB at any level and takes a
 * quarter of the time at this one. The build compresses the dashboard's files once, at the highest level.
 */
const QUICK_LEVEL = 1
const QUICK_QUALITY = 1
/** 2^17 bytes (128 kB), about the longest response. A larger window would cost memory for each response. */
const WINDOW_BITS = 17

export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    customTypes: compressible,
    zlibOptions: { level: QUICK_LEVEL },
    brotliOptions: {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: QUICK_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      },
    },
  })
}

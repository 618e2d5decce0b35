import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Texts, but not the stream of live changes: compressing it would hold each one back. */
const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:json|problem\+json|javascript)|image\/svg)/

/**
 * What is made for one reader is sent once: a list of 100 payments is 4 kB at any level, and takes a quarter
 * of the time at these. The page's files are compressed once, as far as it goes, when they are built.
 */
const QUICK_LEVEL = 1
const QUICK_QUALITY = 1
/** 128 kB, about the longest answer; room for more would be made for each. */
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

import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Texts, but not the stream of live changes: compressing it would hold each one back. */
const compressible =
  /^(?:text\/(?!event-stream)|application\/(?:json|problem\+json|javascript)|image\/svg)/

export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    customTypes: compressible,
  })
}

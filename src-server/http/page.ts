import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ClientConfig } from '../features/identity/identity.schema.ts'

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * Scripts and styles only from here. Components that make style elements at run time carry a nonce,
 * so no inline style or script that somebody else slipped in would be obeyed.
 */
const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export type PageOptions = { folder: string; clientConfig: ClientConfig }

/** Serves the built page: its files for ever, and index.html, filled in afresh, for every other path. */
export async function page(app: FastifyInstance, { folder, clientConfig }: PageOptions) {
  const file = path.join(folder, 'index.html')
  if (!existsSync(file)) {
    app.log.warn({ folder }, 'the page is not built: only the API is served')
    return
  }
  const template = readFileSync(file, 'utf8').replaceAll(
    '__INCASSO_CONFIG__',
    escapeHtml(JSON.stringify(clientConfig)),
  )
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    serveDotFiles: false,
    setHeaders: (reply, filePath) => {
      // A file whose name holds its hash never changes; the others are asked for again.
      const isHashed = filePath.includes(`${path.sep}assets${path.sep}`)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/*', { logLevel: 'warn' }, (request, reply) => {
    const { pathname } = new URL(request.url, 'http://page')
    const isPage = !/^\/(?:api|trpc|assets)(?:\/|$)/.test(pathname) && !/\.\w+$/.test(pathname)
    if (!isPage) return reply.callNotFound()
    const nonce = randomBytes(16).toString('base64')
    return reply
      .header('content-security-policy', contentSecurityPolicy(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(template.replaceAll('__CSP_NONCE__', nonce))
  })
}

import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ClerkConfig } from '#server/config/identity.ts'
import type { ClientConfig } from '#server/features/identity/identity.schema.ts'
import { type LanguageMode, languageModes, languageOfCookies } from '#server/shared/language.ts'
import { type Mode, modeOfCookies } from '#server/shared/mode.ts'
import { escapeHtml } from '#server/shared/text/escape-html.ts'
import { contentSecurityPolicy } from '../entrance/content-security-policy.ts'
import { pathOf } from '../entrance/request-url.ts'
import type { FindCardScript } from './card-script.ts'
import { linksOf, type Preloads, readPreloads } from './preloads.ts'

export type PageOptions = {
  folder: string
  clientConfig: Omit<ClientConfig, 'book'>
  clerk?: Pick<ClerkConfig, 'frontendApi'> | undefined
  findCardScript: FindCardScript
}

/** Names the processor whose script the document allows, for the dashboard. */
const scriptMetaOf = (processor: string) =>
  `<meta name="incasso-script" content="${escapeHtml(processor)}">`

/**
 * Serves the built dashboard. Files with a hash in their name are cached permanently. Every other path gets the
 * document for the language and the mode (test or live) in the browser's cookies, filled in for each request.
 */
export async function pageRoutes(app: FastifyInstance, options: PageOptions) {
  const { folder, clientConfig, clerk, findCardScript } = options
  const documents = documentsIn(folder, clientConfig)
  if (!documents) {
    app.log.warn({ folder }, 'the page is not built: only the API is served')
    return
  }
  // The plugin registers no routes: a route for each file took a tenth of the start-up time.
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply, filePath) => {
      // A file with a hash in its name never changes; browsers revalidate all other files.
      const isHashed = filePath.includes(`${path.sep}assets${path.sep}`)
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const files = filesIn(folder)
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    const name = `assets/${request.params['*']}`
    return files.has(name) ? reply.sendFile(name) : reply.callNotFound()
  })
  app.get('/*', { logLevel: 'warn' }, async (request, reply) => {
    const requestPath = pathOf(request.url)
    if (files.has(requestPath.slice(1))) return reply.sendFile(requestPath.slice(1))
    if (!isPage(requestPath)) return reply.callNotFound()
    const nonce = randomBytes(16).toString('base64')
    const { cookie } = request.headers
    const { htmlOf, preloads } = documents[languageOfCookies(cookie)]
    const html = htmlOf[modeOfCookies(cookie)]
    // Visitors are redirected to the sign-in page, which needs no preloads.
    const links = isSignedIn(cookie) ? linksOf(preloads, requestPath) : ''
    const card = isSignedIn(cookie) ? await findCardScript(request) : undefined
    const script = card?.script
    if (script) reply.header('permissions-policy', script.permissions)
    const head = card ? `${scriptMetaOf(card.processor)}${links}` : links
    return reply
      .header('content-security-policy', contentSecurityPolicy({ nonce, clerk, script }))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html.replace('</head>', `${head}</head>`).replaceAll('__CSP_NONCE__', nonce))
  })
}

/** Matches paths that belong to other routes, for programs and payers. */
const OTHER_ROUTES =
  /^\/+(?:api|trpc|mcp|\.well-known|assets|healthz|readyz|metrics|hooks|pay|continue|back|receipt|sandbox)(?:\/|$)/i

/**
 * Returns true when a path belongs to the dashboard. A path that only resembles a call, such as `//api/refunds` or
 * `/readyz/`, must not respond with 200 to a program.
 */
const isPage = (path: string): boolean => !OTHER_ROUTES.test(path) && !/\.\w+$/.test(path)

/** Returns true when the browser has a session cookie, valid or not: a hint that grants no access. */
const isSignedIn = (cookie = ''): boolean => /(?:session_token|__session\w*)=/.test(cookie)

type Document = { htmlOf: Record<Mode, string>; preloads: Preloads }

/** Returns the paths of the public files in the folder, without the documents, which are filled in first. */
const filesIn = (folder: string): ReadonlySet<string> =>
  new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll(path.sep, '/'))
      .filter((name) => !name.startsWith('.') && !['', '.html'].includes(path.extname(name))),
  )

/** Returns the documents of all languages, or undefined when one is missing. */
function documentsIn(
  folder: string,
  clientConfig: Omit<ClientConfig, 'book'>,
): Record<LanguageMode, Document> | undefined {
  const file = (mode: LanguageMode) => path.join(folder, `index.${mode}.html`)
  if (!languageModes.every((mode) => existsSync(file(mode)))) return undefined
  const read = (mode: LanguageMode): Document => {
    const html = readFileSync(file(mode), 'utf8')
    const fillDocument = (mode: Mode) =>
      html.replaceAll(
        '__INCASSO_CONFIG__',
        escapeHtml(JSON.stringify({ ...clientConfig, book: mode } satisfies ClientConfig)),
      )
    return {
      htmlOf: { test: fillDocument('test'), live: fillDocument('live') },
      preloads: readPreloads(path.join(folder, '.vite', `preloads.${mode}.json`)),
    }
  }
  return { spec: read('spec'), it: read('it'), en: read('en') }
}

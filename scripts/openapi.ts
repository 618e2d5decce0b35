import { writeFileSync } from 'node:fs'
import { openApiDocument } from '#server/http/openapi/document.ts'
import { appRouter } from '#server/router.ts'
import { version } from '../package.json'

/** Writes the committed copy of what GET /api/openapi.json answers. */
const document = openApiDocument(appRouter, { version, serverUrl: 'http://127.0.0.1:3000' })
writeFileSync(
  new URL('../docs/openapi.json', import.meta.url),
  `${JSON.stringify(document, null, 2)}\n`,
)

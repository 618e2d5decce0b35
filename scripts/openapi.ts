import { writeFileSync } from 'node:fs'
import { openApiDocument } from '#server/http/openapi/document.ts'
import { problemsPage } from '#server/http/openapi/problems.ts'
import { appRouter } from '#server/router.ts'
import { version } from '../package.json'

/** Writes the committed copies of the responses of GET /api/openapi.json, and the catalogue of problems. */
const docs = new URL('../docs/', import.meta.url)
const serverUrl = 'http://127.0.0.1:3000'

for (const [file, apiVersion] of [
  ['openapi.json', 'v1'],
  ['openapi.v2.json', 'v2'],
] as const) {
  const document = openApiDocument(appRouter, { version, serverUrl, apiVersion })
  writeFileSync(new URL(file, docs), `${JSON.stringify(document, null, 2)}\n`)
}
writeFileSync(new URL('problems.md', docs), problemsPage)

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { languageModes } from '#server/shared/language.ts'
import { type TestApp, testApp } from '#tests/support/test-app.ts'

const documentFile = fileURLToPath(new URL('../../../src/index.html', import.meta.url))

/** Longer than any test: with the real time as its clock, no payment may settle while a slow machine renders. */
export const SETTLEMENT_MS = 60 * 60_000

/** Starts the real server, which also sends the page's document. The document's scripts are loaded here already. */
export async function startPageServer(environment: Record<string, string> = {}): Promise<TestApp> {
  const pageFolder = mkdtempSync(join(tmpdir(), 'incasso-page-'))
  for (const mode of languageModes) {
    copyFileSync(documentFile, join(pageFolder, `index.${mode}.html`))
  }
  try {
    return await testApp({
      environment: { SANDBOX_SETTLEMENT_MS: String(SETTLEMENT_MS), ...environment },
      deps: { pageFolder },
    })
  } finally {
    // The server has already read the files.
    rmSync(pageFolder, { recursive: true })
  }
}

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { languageModes } from '#server/shared/language.ts'
import { type TestApp, testApp } from '#tests/support/test-app.ts'

const documentFile = fileURLToPath(new URL('../../../src/index.html', import.meta.url))

/** Longer than any test takes: its clock is that of the page, and a payment must not settle while a slow machine draws. */
const SETTLEMENT_MS = 60 * 60_000

/** The real server, which sends the page's document as well; what that loads is loaded here already. */
export async function pageServer(environment: Record<string, string> = {}): Promise<TestApp> {
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
    // It has read it.
    rmSync(pageFolder, { recursive: true })
  }
}

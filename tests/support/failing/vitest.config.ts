import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Tests that fail on purpose, for the test of a failing check's output. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: { name: 'failing', include: ['*.fails.ts'] },
})

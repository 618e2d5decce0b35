import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository, independent of the working directory. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Returns the absolute path of a file in the repository. */
export const inRoot = (...parts) => join(root, ...parts)

/**
 * Entry files of the tools. The current Node runs them without npx or a shell, so that every system does the same.
 */
export const bin = {
  biome: inRoot('node_modules/@biomejs/biome/bin/biome'),
  oxlint: inRoot('node_modules/oxlint/bin/oxlint'),
  tsc: inRoot('node_modules/typescript/bin/tsc'),
  vitest: inRoot('node_modules/vitest/vitest.mjs'),
  playwright: inRoot('node_modules/@playwright/test/cli.js'),
  tsx: inRoot('node_modules/tsx/dist/cli.mjs'),
  vite: inRoot('node_modules/vite/bin/vite.js'),
}

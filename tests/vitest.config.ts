import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The same integration tests on each database: only the variable differs. */
const integration = (name: 'sqlite' | 'postgres') => ({
  root,
  test: {
    name,
    include: ['tests/server/**/*.test.ts', 'tests/db/**/*.test.ts'],
    globalSetup: `tests/support/global-${name}.ts`,
    setupFiles: ['tests/support/setup.ts'],
    env: { TEST_DIALECT: name },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

export default defineConfig({
  root,
  test: {
    projects: [
      {
        root,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          setupFiles: ['tests/support/setup.ts'],
        },
      },
      integration('sqlite'),
      integration('postgres'),
    ],
  },
})

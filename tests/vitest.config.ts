import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

type Dialect = 'sqlite' | 'postgres'

/**
 * The same tests on each database: only the variable differs. No module keeps state, so files share what
 * they import: loading it anew for each would take two fifths of the time.
 */
const onDatabase = (name: string, dialect: Dialect, include: string[]) => ({
  root,
  test: {
    name,
    include,
    isolate: false,
    globalSetup: `tests/support/global-${dialect}.ts`,
    setupFiles: ['tests/support/setup.ts'],
    env: { TEST_DIALECT: dialect },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})

const integration = ['tests/server/**/*.test.ts', 'tests/db/**/*.test.ts']
const contract = ['tests/contract/**/*.test.ts']
const drills = ['tests/drill/**/*.test.ts']

export default defineConfig({
  root,
  test: {
    // One more than there are processors, since a worker often waits for a database or a server. By
    // default there would be one fewer, which leaves half of a small machine idle.
    maxWorkers: availableParallelism() + 1,
    // Apps come and go by the hundred: with room for the short-lived, less is collected, and less often.
    execArgv: ['--max-semi-space-size=64'],
    projects: [
      {
        root,
        test: {
          name: 'unit',
          isolate: false,
          include: ['tests/unit/**/*.test.ts'],
          setupFiles: ['tests/support/setup.ts'],
          testTimeout: 30_000,
        },
      },
      // Screens with the router in memory, on the real server: in the window of a browser that draws nothing.
      {
        root,
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'client',
          include: ['tests/client/**/*.test.ts'],
          isolate: false,
          environment: './tests/client/support/window.ts',
          environmentOptions: { jsdom: { url: 'http://127.0.0.1:3000/' } },
          globalSetup: 'tests/support/global-sqlite.ts',
          setupFiles: ['tests/client/support/setup.ts'],
          env: { TEST_DIALECT: 'sqlite', TZ: 'Europe/Rome', NODE_ENV: 'production' },
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      onDatabase('sqlite', 'sqlite', integration),
      onDatabase('postgres', 'postgres', integration),
      // These call the built server over HTTP, so they run after the build.
      onDatabase('contract-sqlite', 'sqlite', contract),
      onDatabase('contract-postgres', 'postgres', contract),
      // Small and fixed here; npm run drill does them in their full counts.
      onDatabase('drill-sqlite', 'sqlite', drills),
      onDatabase('drill-postgres', 'postgres', drills),
    ],
  },
})

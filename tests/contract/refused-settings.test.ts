import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('the built server exits with a message about a missing setting, before it opens a database', async () => {
  const environment = {
    PATH: process.env.PATH,
    DATABASE_URL: 'file:/nonexistent/incasso.db',
    CLERK_SECRET_KEY: `sk_test_${'a'.repeat(42)}`,
  }

  const exit = await new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      ['dist/server/server.js'],
      { cwd: root, env: environment },
      (error, stdout, stderr) => resolve({ code: error?.code, stdout, stderr }),
    )
  })

  expect(exit).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^CLERK_PUBLISHABLE_KEY must be set too: .* built-in sign-in\.\n$/,
    ),
  })
})

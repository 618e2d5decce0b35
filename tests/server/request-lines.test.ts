import { expect, test } from 'vitest'
import { testApp } from '../support/test-app.ts'

const TOKEN = 'Zq9-Token_that-pays-22'

/** Returns the app's route paths that contain a token, from the tree that Fastify prints. */
function pathsWithToken(tree: string): string[] {
  const open: string[] = []
  const found: string[] = []
  for (const line of tree.split('\n')) {
    const [, indent = '', piece = ''] = /^([│├└─\s]*)(\S*)/.exec(line) ?? []
    const depth = Math.floor(indent.length / 4) - 1
    open.splice(depth, open.length, piece)
    const path = open.join('')
    if (path.includes(':token') && line.includes('GET')) found.push(path)
  }
  return found
}

test('no token in the path of a route is written to the log', async () => {
  await using app = await testApp()
  const paths = [
    ...pathsWithToken(app.app.printRoutes({ commonPrefix: false })),
    // A path of the library that stores passwords.
    '/api/auth/reset-password/:token',
  ]

  for (const path of paths) {
    await app.rest({ method: 'GET', url: path.replace(':token', TOKEN) })
  }

  expect(paths.length).toBeGreaterThanOrEqual(6)
  const lines = app.logs.filter(({ msg }) => msg === 'answered')
  expect(lines).toHaveLength(paths.length)
  expect(JSON.stringify(app.logs)).not.toContain(TOKEN)
})

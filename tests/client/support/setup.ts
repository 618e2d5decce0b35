import './matchers.ts'
import { installBrowserStubs } from './browser-stubs.ts'
import { readDocument } from './page.ts'
import { startPageServer } from './server.ts'

/** Prepares the window and the modules in the first test file. All files share both. */
async function makeReady() {
  installBrowserStubs()
  await using server = await startPageServer()
  readDocument((await server.rest({ method: 'GET', url: '/' })).body)
  await import('./screen.tsx')
}

if (!('ResizeObserver' in globalThis)) await makeReady()

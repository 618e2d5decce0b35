import './matchers.ts'
import { fillGaps } from './gaps.ts'
import { readDocument } from './page.ts'
import { pageServer } from './server.ts'

/** Prepares the window and the modules in the first test file. All files share both. */
async function makeReady() {
  fillGaps()
  await using server = await pageServer()
  readDocument((await server.rest({ method: 'GET', url: '/' })).body)
  await import('./screen.tsx')
}

if (!('ResizeObserver' in globalThis)) await makeReady()

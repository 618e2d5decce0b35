import './matchers.ts'
import { fillGaps } from './gaps.ts'
import { readDocument } from './page.ts'
import { pageServer } from './server.ts'

/** Files share what they import, and the window with it: the first makes both ready. */
async function makeReady() {
  fillGaps()
  await using server = await pageServer()
  readDocument((await server.rest({ method: 'GET', url: '/' })).body)
  await import('./screen.tsx')
}

if (!('ResizeObserver' in globalThis)) await makeReady()

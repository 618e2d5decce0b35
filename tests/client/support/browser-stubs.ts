import { AsyncLocalStorage } from 'node:async_hooks'
import { SHELL_DELAY_MS } from '#client/lib/app-variant.ts'

/** Size of the simulated window in pixels: jsdom has no layout. */
const WIDTH = 1280
const HEIGHT = 800
const PX_PER_EM = 16

const features: [RegExp, (value: number) => boolean][] = [
  [/\(max-width:\s*([\d.]+)em\)/, (em) => WIDTH <= em * PX_PER_EM],
  [/\(min-width:\s*([\d.]+)em\)/, (em) => WIDTH >= em * PX_PER_EM],
  [/\(max-width:\s*([\d.]+)px\)/, (px) => WIDTH <= px],
  [/\(min-width:\s*([\d.]+)px\)/, (px) => WIDTH >= px],
]

/** Matches the query for reduced motion, so that tests wait for no animation. */
const isReducedMotionQuery = (query: string) => query.includes('prefers-reduced-motion: reduce')

function matches(query: string): boolean {
  if (isReducedMotionQuery(query)) return true
  const results = features.flatMap(([pattern, holds]) => {
    const value = pattern.exec(query)?.[1]
    return value === undefined ? [] : [holds(Number(value))]
  })
  return results.length > 0 && results.every(Boolean)
}

class MediaQuery extends EventTarget {
  readonly media: string
  readonly matches: boolean
  onchange = null

  constructor(query: string) {
    super()
    this.media = query
    this.matches = matches(query)
  }

  addListener() {}
  removeListener() {}
}

/** An observer that never reports anything, because nothing changes its size here. */
class InertObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** The box of every element, large enough for a chart to draw itself. */
const box = { x: 0, y: 0, left: 0, top: 0, right: 600, bottom: 300, width: 600, height: 300 }

const sizeOf = (windowSize: number, elementSize: number) => ({
  configurable: true,
  get(this: unknown) {
    return this === document.documentElement ? windowSize : elementSize
  },
})

function defineSizes() {
  Object.assign(Element.prototype, {
    getBoundingClientRect: () => box,
    getClientRects: () => [box],
    scrollIntoView: () => {},
    scrollTo: () => {},
  })
  Object.defineProperties(Element.prototype, {
    clientWidth: sizeOf(WIDTH, box.width),
    clientHeight: sizeOf(HEIGHT, box.height),
  })
  Object.defineProperties(HTMLElement.prototype, {
    offsetWidth: sizeOf(WIDTH, box.width),
    offsetHeight: sizeOf(HEIGHT, box.height),
  })
}

/** An event stream that never connects. Pages must work without it. */
class InertEventSource extends EventTarget {
  readyState = 0
  close() {}
}

/** Set while the server runs, which shares the page's globals here. */
export const serverContext = new AsyncLocalStorage<true>()

/** Removes the delay of the page's first second, which browser tests cover (start-up.spec.ts). */
function skipShellDelay() {
  const { setTimeout } = globalThis
  const fastTimeout = (work: () => void, ms?: number, ...rest: unknown[]) =>
    setTimeout(work, ms === SHELL_DELAY_MS && !serverContext.getStore() ? 0 : ms, ...rest)
  Object.assign(globalThis, { setTimeout: Object.assign(fastTimeout, setTimeout) })
}

export function installBrowserStubs(): void {
  Object.assign(globalThis, {
    matchMedia: (query: string) => new MediaQuery(query),
    ResizeObserver: InertObserver,
    IntersectionObserver: InertObserver,
    EventSource: InertEventSource,
    scrollTo: () => {},
    innerWidth: WIDTH,
    innerHeight: HEIGHT,
  })
  defineSizes()
  skipShellDelay()
}

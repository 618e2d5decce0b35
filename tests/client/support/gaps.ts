import { AsyncLocalStorage } from 'node:async_hooks'
import { SHELL_DELAY_MS } from '#client/lib/app-variant.ts'

/** What jsdom leaves out of a window, as one of 1280 by 800 pixels has it. */
const WIDTH = 1280
const HEIGHT = 800
const PX_PER_EM = 16

const features: [RegExp, (value: number) => boolean][] = [
  [/\(max-width:\s*([\d.]+)em\)/, (em) => WIDTH <= em * PX_PER_EM],
  [/\(min-width:\s*([\d.]+)em\)/, (em) => WIDTH >= em * PX_PER_EM],
  [/\(max-width:\s*([\d.]+)px\)/, (px) => WIDTH <= px],
  [/\(min-width:\s*([\d.]+)px\)/, (px) => WIDTH >= px],
]

/** Nothing moves, so that nothing has to be waited for. */
const isStill = (query: string) => query.includes('prefers-reduced-motion: reduce')

function matches(query: string): boolean {
  if (isStill(query)) return true
  const asked = features.flatMap(([pattern, holds]) => {
    const value = pattern.exec(query)?.[1]
    return value === undefined ? [] : [holds(Number(value))]
  })
  return asked.length > 0 && asked.every(Boolean)
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

/** Nothing changes its size. */
class Unresizing {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Everything stands in one place, as large as a chart needs to draw itself. */
const box = { x: 0, y: 0, left: 0, top: 0, right: 600, bottom: 300, width: 600, height: 300 }

const sizeOf = (ofWindow: number, ofElement: number) => ({
  configurable: true,
  get(this: unknown) {
    return this === document.documentElement ? ofWindow : ofElement
  },
})

function giveSizes() {
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

/** A stream of events that never comes about: a page has to bear that. */
class SilentSource extends EventTarget {
  readyState = 0
  close() {}
}

/** Set while the server works, which shares the page's globals here. */
export const inServer = new AsyncLocalStorage<true>()

/** The first second of a page is the matter of the browser tests (start-up.spec.ts): here it is over at once. */
function skipShellDelay() {
  const { setTimeout } = globalThis
  const hurried = (work: () => void, ms?: number, ...rest: unknown[]) =>
    setTimeout(work, ms === SHELL_DELAY_MS && !inServer.getStore() ? 0 : ms, ...rest)
  Object.assign(globalThis, { setTimeout: Object.assign(hurried, setTimeout) })
}

export function fillGaps(): void {
  Object.assign(globalThis, {
    matchMedia: (query: string) => new MediaQuery(query),
    ResizeObserver: Unresizing,
    IntersectionObserver: Unresizing,
    EventSource: SilentSource,
    scrollTo: () => {},
    innerWidth: WIDTH,
    innerHeight: HEIGHT,
  })
  giveSizes()
  skipShellDelay()
}

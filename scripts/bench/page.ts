import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumOptions } from '#tests/support/chromium.ts'
import { median } from './load.ts'

export type PageFigures = { lcpMs: number; shift: number; scriptKb: number; usableMs: number }

export const TRIES = 5

/** A mid-range phone on a usual mobile network: a processor 4 times slower, 150 ms latency, 1.6 Mbit/s. */
const SLOWER = 4
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
}

/** The network of a measurement; the processor is slow on both. */
export type Network = 'loopback' | 'slow'

/** Measures the sign-in page in a browser that has never opened it. */
export async function measurePage(url: string, network: Network): Promise<PageFigures> {
  const browser = await chromium.launch(chromiumOptions)
  try {
    const all: PageFigures[] = []
    for (let n = 0; n < TRIES; n++) all.push(await visit(browser, url, network))
    const of = (key: keyof PageFigures) => median(all.map((each) => each[key]))
    return {
      lcpMs: of('lcpMs'),
      shift: of('shift'),
      scriptKb: of('scriptKb'),
      usableMs: of('usableMs'),
    }
  } finally {
    await browser.close()
  }
}

async function visit(browser: Browser, url: string, network: Network): Promise<PageFigures> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await slowDown(page, network)
  const scripts = sizesOf(page, (kind) => kind === 'script')
  const startedAt = performance.now()
  await page.goto(`${url}/sign-in`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Accedi', exact: true }).waitFor()
  const usableMs = performance.now() - startedAt
  await page.waitForLoadState('networkidle')
  const { lcpMs, shift } = await page.evaluate<{ lcpMs: number; shift: number }>(PAINTS)
  await context.close()
  return { lcpMs, shift, scriptKb: scripts.total() / 1000, usableMs }
}

/** Kilobytes transferred for a page, and the milliseconds to its largest contentful paint (LCP). */
export type PayFigures = { kb: number; lcpMs: number }

/** Measures the page of a payment link in a browser that has never opened it. */
export async function measurePayPage(link: string, network: Network): Promise<PayFigures> {
  const browser = await chromium.launch(chromiumOptions)
  try {
    const all: PayFigures[] = []
    for (let n = 0; n < TRIES; n++) all.push(await visitPayPage(browser, link, network))
    const of = (key: keyof PayFigures) => median(all.map((each) => each[key]))
    return { kb: of('kb'), lcpMs: of('lcpMs') }
  } finally {
    await browser.close()
  }
}

async function visitPayPage(browser: Browser, link: string, network: Network) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await slowDown(page, network)
  const all = sizesOf(page, () => true)
  await page.goto(link, { waitUntil: 'networkidle' })
  await page.getByRole('button').first().waitFor()
  const { lcpMs } = await page.evaluate<{ lcpMs: number }>(PAINTS)
  await context.close()
  return { kb: all.total() / 1000, lcpMs }
}

export async function slowDown(page: Page, network: Network): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  if (network === 'slow') await session.send('Network.emulateNetworkConditions', NETWORK)
}

/** Sums the transferred bytes of the response bodies for requests of the counted types. */
function sizesOf(page: Page, isCounted: (kind: string) => boolean) {
  let total = 0
  page.on('requestfinished', async (request) => {
    if (!isCounted(request.resourceType())) return
    const { responseBodySize } = await request.sizes()
    total += responseBodySize
  })
  return { total: () => total }
}

/** Runs in the page. It is text, because the compiler of these scripts adds calls to functions that a page lacks. */
export const PAINTS = `(() => {
  const entries = (type) =>
    new Promise((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true })
      setTimeout(() => resolve([]), 500)
    })
  return Promise.all([entries('largest-contentful-paint'), entries('layout-shift')]).then(
    ([paints, shifts]) => ({
      lcpMs: Math.round(paints.at(-1)?.startTime ?? 0),
      shift: shifts.reduce((sum, { value }) => sum + value, 0),
    }),
  )
})()`

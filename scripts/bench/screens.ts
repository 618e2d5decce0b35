import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumOptions } from '#tests/support/chromium.ts'
import { median } from './load.ts'
import { type Network, PAINTS, slowDown, TRIES } from './page.ts'

/** The opening of a screen with a cold cache, until its first amount of money is visible. */
export type Opening = { path: string; scripts: number; figureMs: number; lcpMs: number }

/** The slowest response to a key or a click, from the browser's own event timing. */
export type Interaction = { name: string; worstMs: number }

const SCREENS = ['/dashboard', '/transactions', '/analytics']

/** User actions to measure, each on its screen, with a processor 4 times slower. */
const actions: { name: string; path: string; act: (page: Page) => Promise<void> }[] = [
  {
    name: 'dashboard: the palette, and a search in it',
    path: '/dashboard',
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await typeText(page.getByRole('combobox'), 'marco')
    },
  },
  {
    name: 'analytics: another range',
    path: '/analytics',
    act: (page) => selectEachRange(page, pauseForReading),
  },
  {
    name: 'analytics: another range while the charts are still being drawn',
    path: '/analytics',
    act: (page) => selectEachRange(page, waitForIdleNetwork),
  },
  {
    name: 'transactions: typing a search',
    path: '/transactions',
    act: (page) => typeText(page.getByRole('searchbox').first(), 'marco'),
  },
  {
    name: 'transactions: another sort order',
    path: '/transactions',
    act: async (page) => {
      await page.getByRole('columnheader').getByRole('button').first().click()
      await waitForIdleNetwork(page)
    },
  },
  {
    name: 'payments: typing an amount',
    path: '/payments',
    act: (page) => typeText(page.getByRole('spinbutton').first(), '1234.56'),
  },
  {
    name: 'customers: typing a search',
    path: '/customers',
    act: (page) => typeText(page.getByRole('searchbox').first(), 'marco'),
  },
]

async function selectEachRange(page: Page, waitAfterwards: (page: Page) => Promise<void>) {
  const ranges = page.locator('main input[type=radio] + label')
  await ranges.first().waitFor()
  await waitAfterwards(page)
  for (const range of await ranges.all()) {
    await range.click()
    await waitAfterwards(page)
  }
}

async function typeText(field: ReturnType<Page['locator']>, text: string) {
  await field.click()
  await field.pressSequentially(text, { delay: 120 })
  await waitForIdleNetwork(field.page())
}

const waitForIdleNetwork = (page: Page) => page.waitForLoadState('networkidle')

/** Waits for the shortest time that a person looks at a chart before selecting another range. */
const pauseForReading = (page: Page) => page.waitForTimeout(1000)

/** Measures the merchant's screens with the demo's ninety days of data. */
export async function measureScreens(url: string) {
  const browser = await chromium.launch(chromiumOptions)
  try {
    const state = await startDemo(browser, url)
    const openings = async (network: Network) => {
      const all: Opening[] = []
      for (const path of SCREENS)
        all.push(await measureOpening(browser, { url, path, network, state }))
      return all
    }
    return {
      loopback: await openings('loopback'),
      slow: await openings('slow'),
      interactions: await measureInteractions(browser, url, state),
    }
  } finally {
    await browser.close()
  }
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>

async function startDemo(browser: Browser, url: string): Promise<State> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/sign-in`)
  await page.getByRole('button', { name: 'Prova la demo' }).click()
  await firstAmount(page).waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

const firstAmount = (page: Page) =>
  page
    .locator('main')
    .getByText(/[$€£]\s?\d/)
    .first()

type Visit = { url: string; path: string; network: Network; state: State }

async function measureOpening(browser: Browser, visit: Visit): Promise<Opening> {
  const all: Omit<Opening, 'path'>[] = []
  for (let n = 0; n < TRIES; n++) all.push(await openOnce(browser, visit))
  const of = (key: keyof Omit<Opening, 'path'>) => median(all.map((each) => each[key]))
  return {
    path: visit.path,
    scripts: of('scripts'),
    figureMs: of('figureMs'),
    lcpMs: of('lcpMs'),
  }
}

async function openOnce(browser: Browser, { url, path, network, state }: Visit) {
  const context = await browser.newContext({ storageState: state })
  const page = await context.newPage()
  await slowDown(page, network)
  let scripts = 0
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts += 1
  })
  const startedAt = performance.now()
  await page.goto(url + path, { waitUntil: 'commit' })
  await firstAmount(page).waitFor()
  const opening = { scripts, figureMs: performance.now() - startedAt }
  await page.waitForLoadState('networkidle')
  const { lcpMs } = await page.evaluate<{ lcpMs: number }>(PAINTS)
  await context.close()
  return { ...opening, lcpMs }
}

async function measureInteractions(
  browser: Browser,
  url: string,
  state: State,
): Promise<Interaction[]> {
  const all: Interaction[] = []
  for (const { name, path, act } of actions) {
    const worst: number[] = []
    for (let n = 0; n < TRIES; n++) {
      const context = await browser.newContext({ storageState: state })
      const page = await context.newPage()
      await page.goto(url + path, { waitUntil: 'networkidle' })
      await slowDown(page, 'loopback')
      await page.evaluate(WATCH)
      await act(page)
      worst.push(await page.evaluate<number>(SLOWEST))
      await context.close()
    }
    all.push({ name, worstMs: median(worst) })
  }
  return all
}

/** Runs in the page. It is text, because the compiler of these scripts adds calls to functions that a page lacks. */
const WATCH = `(() => {
  window.slowest = 0
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId > 0) window.slowest = Math.max(window.slowest, duration)
    }
  }).observe({ type: 'event', durationThreshold: 16 })
})()`
const SLOWEST = `new Promise((resolve) => setTimeout(() => resolve(window.slowest), 1000))`

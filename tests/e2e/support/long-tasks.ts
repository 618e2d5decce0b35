import { expect, type Page } from '@playwright/test'

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds that the thread itself was running. */
  tdur?: number
  args?: { name?: string }
}

const MAIN_THREAD = 'CrRendererMain'

const isTask = ({ name, ph }: TraceEvent) =>
  ph === 'X' && (name === 'RunTask' || name === 'ThreadControllerImpl::RunTask')

const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`

/**
 * Milliseconds of the processor that the page's longest task took during the step. Not of the clock:
 * while the machine does other work as well, a task waits, and that says nothing about the page.
 */
export async function longestTask(page: Page, step: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser')
  await browser.startTracing(page, {
    categories: ['toplevel', 'disabled-by-default-devtools.timeline'],
  })
  await step()
  // What the step set off is painted with the next frame.
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let count = 0; count < 3; count += 1) await frame()
  })
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[]
  }
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === MAIN_THREAD)
      .map(threadOf),
  )
  // What began before the record has no time of the thread, and does not belong to the step.
  const tasks = traceEvents
    .filter((event) => isTask(event) && mainThreads.has(threadOf(event)))
    .flatMap(({ tdur }) => tdur ?? [])
  // Without a record every page would be quick.
  expect(tasks.length).toBeGreaterThan(0)
  return Math.max(...tasks) / 1000
}

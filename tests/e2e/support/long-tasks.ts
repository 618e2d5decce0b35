import { expect, type Page } from '@playwright/test'

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds for which the thread itself was running. */
  tdur?: number
  args?: { name?: string }
}

const MAIN_THREAD = 'CrRendererMain'

const isTask = ({ name, ph }: TraceEvent) =>
  ph === 'X' && (name === 'RunTask' || name === 'ThreadControllerImpl::RunTask')

const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`

/**
 * Returns the milliseconds of CPU time of the page's longest task during the step. Elapsed time would include waiting
 * for other work of the machine, which does not depend on the page.
 */
export async function longestTask(page: Page, step: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser')
  await browser.startTracing(page, {
    categories: ['toplevel', 'disabled-by-default-devtools.timeline'],
  })
  await step()
  // The effects of the step are painted with the next frame.
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
  // Tasks that began before the recording have no thread time and do not belong to the step.
  const tasks = traceEvents
    .filter((event) => isTask(event) && mainThreads.has(threadOf(event)))
    .flatMap(({ tdur }) => tdur ?? [])
  // Without recorded tasks, every page would be fast.
  expect(tasks.length).toBeGreaterThan(0)
  return Math.max(...tasks) / 1000
}

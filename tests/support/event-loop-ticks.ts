/** Counts the event-loop ticks while `work` runs. Other work can run in each tick. */
export async function countTicks<T>(work: () => Promise<T>): Promise<{ ticks: number; result: T }> {
  let ticks = 0
  let isFinished = false
  const count = () => {
    ticks += 1
    if (!isFinished) setImmediate(count)
  }
  setImmediate(count)
  try {
    const result = await work()
    return { ticks, result }
  } finally {
    isFinished = true
  }
}

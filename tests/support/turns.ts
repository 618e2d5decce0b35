/** Counts the event-loop ticks while `work` runs. Other work can run in each tick. */
export async function turnsDuring<T>(
  work: () => Promise<T>,
): Promise<{ turns: number; result: T }> {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  try {
    const result = await work()
    return { turns, result }
  } finally {
    isOver = true
  }
}

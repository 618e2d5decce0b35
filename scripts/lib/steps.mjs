const startedAt = performance.now()
const NAME_WIDTH = 14

/** Formats milliseconds as seconds, such as `1.5 s`. */
export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

export const elapsedMs = () => performance.now() - startedAt

export const elapsed = () => seconds(elapsedMs())

const finished = []

/** Returns the steps so far as `{ name, ms }`, in the order in which they ended. */
export const listSteps = () => [...finished]

function line(mark, name, ms) {
  finished.push({ name, ms })
  console.log(`  ${mark} ${name.padEnd(NAME_WIDTH)} ${seconds(ms).padStart(8)}`)
}

/** Runs the work and prints its name and duration, also when it fails; then rethrows the error. */
export async function step(name, work) {
  const before = performance.now()
  try {
    const result = await work()
    line('✓', name, performance.now() - before)
    return result
  } catch (error) {
    line('✗', name, performance.now() - before)
    throw error
  }
}

export const printNote = (text) => console.log(`    ${text}`)

/** Exits with code 1, after printing the last output of the failed step and one line of advice. */
export function exitWithError(error, advice) {
  console.error(`\n${error.tail || error.message}\n`)
  console.error(advice)
  process.exit(1)
}

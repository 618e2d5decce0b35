const startedAt = performance.now()
const NAME_WIDTH = 14

export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

export const elapsedMs = () => performance.now() - startedAt

export const elapsed = () => seconds(elapsedMs())

const taken = []

/** The steps so far, in the order in which they ended: `{ name, ms }`. */
export const stepsTaken = () => [...taken]

function line(mark, name, ms) {
  taken.push({ name, ms })
  console.log(`  ${mark} ${name.padEnd(NAME_WIDTH)} ${seconds(ms).padStart(8)}`)
}

/** Does the work and prints its name and how long it took; a failure is printed and thrown on. */
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

export const note = (text) => console.log(`    ${text}`)

/** Ends the program with the tail of what failed and one line that says what to do about it. */
export function giveUp(error, advice) {
  console.error(`\n${error.tail || error.message}\n`)
  console.error(advice)
  process.exit(1)
}

import { notify } from './notify.tsx'
import { readProblem } from './problem.ts'

type Words = { failed: string; signedOut: string }

/**
 * Has the browser save what is at the address, once the server has answered `ask` for its rows: a
 * download is saved as it comes, an error too. The browser streams the file to disk, however long it
 * is. `ask` answers null to whoever is not signed in.
 */
export async function downloadOnceAnswered(
  address: string,
  ask: () => Promise<unknown>,
  words: Words,
) {
  try {
    if (await ask()) save(address)
    // The guard leads to the sign-in page and back here, where this waits to be read.
    else notify.error({ title: words.failed, message: words.signedOut })
  } catch (error) {
    notify.error({ title: words.failed, message: readProblem(error).detail })
  }
}

function save(address: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

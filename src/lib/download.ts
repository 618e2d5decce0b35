import { notify } from './notify.tsx'
import { readProblem } from './problem.ts'

type Words = { failed: string; signedOut: string }

/**
 * Has the browser save what is at the address, once the server has answered `ask` for its rows: a
 * download is saved as it comes, an error too. The browser streams the file to disk, however long it
 * is. `ask` answers null to a visitor who is not signed in.
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

/** Hands the visitor a text as a file. */
export const saveText = (fileName: string, text: string) =>
  saveFile(fileName, new Blob([text], { type: 'text/plain;charset=utf-8' }))

/** Hands the visitor what a page has made as a file. */
export function saveFile(fileName: string, content: Blob) {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The click has begun the download; the browser holds on to what it is saving.
  URL.revokeObjectURL(url)
}

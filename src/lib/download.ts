import { notify } from './notify.tsx'
import { readProblem } from './problem.ts'

type Words = { failed: string; signedOut: string }

/**
 * Downloads a URL after `checkExport`, a request for the same rows, has succeeded: a download would save an error
 * response too. The browser streams a file of any length to disk. `checkExport` resolves to null for a visitor who
 * is not signed in. Returns true when the download has started.
 */
export async function downloadAfterCheck(
  url: string,
  checkExport: () => Promise<unknown>,
  words: Words,
): Promise<boolean> {
  try {
    if (await checkExport()) {
      startDownload(url)
      return true
    }
    // The route guard leads to the sign-in page and back here, where this message explains why.
    notify.error({ title: words.failed, message: words.signedOut })
  } catch (error) {
    notify.error({ title: words.failed, message: readProblem(error).detail })
  }
  return false
}

function startDownload(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

/** Downloads a text as a file. */
export const saveText = (fileName: string, text: string) =>
  saveFile(fileName, new Blob([text], { type: 'text/plain;charset=utf-8' }))

/** Downloads content that the page has generated. */
export function saveFile(fileName: string, content: Blob) {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The click has started the download; the browser keeps the data until it is saved.
  URL.revokeObjectURL(url)
}

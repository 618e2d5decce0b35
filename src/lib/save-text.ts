/** Hands the visitor a text as a file. */
export function saveText(fileName: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The click has begun the download; the browser holds on to what it is saving.
  URL.revokeObjectURL(url)
}

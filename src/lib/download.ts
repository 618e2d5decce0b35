/** Has the browser save what is at the address. */
export function download(address: string) {
  const link = document.createElement('a')
  link.href = address
  link.download = ''
  link.click()
}

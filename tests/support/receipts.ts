const origin = 'http://127.0.0.1:3000'

const ADDRESS = /http:\/\/127\.0\.0\.1:3000(\/receipt\/[\w.-]+(?:\?lang=(?:it|en))?)/

/** Where the receipt is read that a mail or a page leads to. */
export function receiptIn(text: string): string {
  const [, path] = ADDRESS.exec(text) ?? []
  if (path === undefined) throw new Error(`no receipt in ${text.slice(0, 2000)}`)
  return path
}

/** Both bodies of a mail without the address of its receipt, which is the one thing that it leads to. */
export const withoutReceipt = ({ text, html = '' }: { text: string; html?: string | undefined }) =>
  `${text}${html}`.replaceAll(new RegExp(ADDRESS, 'g'), '…')

export const pathOf = (url: string | null | undefined): string => (url ?? '').slice(origin.length)

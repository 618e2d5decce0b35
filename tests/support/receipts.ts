const origin = 'http://127.0.0.1:3000'

const RECEIPT_URL = /http:\/\/127\.0\.0\.1:3000(\/receipt\/[\w.-]+(?:\?lang=(?:it|en))?)/

/** Returns the path of the receipt that a mail or page links to. Throws when there is no link. */
export function receiptIn(text: string): string {
  const [, path] = RECEIPT_URL.exec(text) ?? []
  if (path === undefined) throw new Error(`no receipt in ${text.slice(0, 2000)}`)
  return path
}

/** Returns both bodies of a mail without the URL of its receipt, which is its only link. */
export const withoutReceipt = ({ text, html = '' }: { text: string; html?: string | undefined }) =>
  `${text}${html}`.replaceAll(new RegExp(RECEIPT_URL, 'g'), '…')

/** Returns the path in a URL of the test app; an empty text for null or undefined. */
export const pathOf = (url: string | null | undefined): string => (url ?? '').slice(origin.length)

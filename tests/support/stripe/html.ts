/** A response for a browser. */
export type Page = { status: number; headers: Record<string, string>; body: string }

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 28rem; padding: 0 1rem; }
label { display: block; margin: 1rem 0; }
select, input { box-sizing: border-box; display: block; font: inherit; padding: 0.5rem; width: 100%; }
button { font: inherit; margin-right: 0.5rem; padding: 0.5rem 1rem; }
`

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

/** `body` is HTML and is not escaped. */
export const html = (title: string, body: string, status = 200): Page => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>
`,
})

/** Returns a redirect to this URL. */
export const seeOther = (location: string): Page => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store' },
  body: '',
})

/** Formats an amount such as `1234`, in the smallest unit, for people. */
export function priceText(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
  return format.format(amount / 10 ** digits)
}

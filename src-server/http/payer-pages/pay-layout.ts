import { createHash } from 'node:crypto'
import type { Scheme } from '#server/shared/branding/accent.ts'
import { MAX_LOGO_SIZE } from '#server/shared/branding/logo-size.ts'
import { payColours } from '#server/shared/branding/pay-colours.ts'
import { escapeHtml } from '#server/shared/text/escape-html.ts'
import type { PayerLanguage } from './sandbox-document.ts'

/** A subset of the dashboard’s font: Latin letters in the weights that these pages use. */
const FONT = '/assets/inter-payer-1.woff2'

const variablesOf = (scheme: Scheme): string =>
  Object.entries(payColours[scheme])
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';')

const style = `
:root{color-scheme:light dark;${variablesOf('light')};--bad:#c92a2a;--good:#1a7f4b}
@media(prefers-color-scheme:dark){:root{${variablesOf('dark')};--bad:#ffa8a8;--good:#2b9a62}}
*{box-sizing:border-box}
@font-face{font-family:Inter;src:url(${FONT}) format("woff2");font-weight:400 700;font-display:swap}
body{margin:0;min-height:100vh;background:var(--page);color:var(--ink);font:16px/1.5 Inter,system-ui,sans-serif}
main{width:calc(100% - 24px);max-width:440px;margin:24px auto;padding:20px;border:1px solid var(--edge);border-radius:12px;
background:var(--card);overflow-wrap:anywhere}
h1{margin:0;font-size:18px;line-height:1.3}.shop{display:flex;align-items:center;gap:12px;margin:0 0 16px}
.initials{flex:none;display:grid;place-items:center;width:44px;height:44px;border-radius:50%;background:var(--accent);
color:var(--on);font-weight:600}
h2,h1.alone{margin:0 0 8px;font-size:22px}p{margin:0 0 12px}h1+h2,[role=status]{margin-top:12px}
.what{margin:4px 0 0;font-size:16px;font-weight:600}.soft{color:var(--soft);font-size:14px}
.amount{margin:0 0 16px;font-size:36px;font-weight:700;line-height:1.3;letter-spacing:-.02em;font-variant-numeric:tabular-nums}
.note{padding:4px 10px;border-radius:6px;background:var(--note);color:var(--noted);font-size:14px}
.bad{color:var(--bad)}[role=alert]{margin:12px 0;padding:10px 12px;border:1px solid var(--bad);border-radius:8px}
[role=alert] ul{margin:4px 0 0;padding-left:20px}
label,legend{display:block;margin:12px 0 4px;font-weight:600}fieldset{margin:16px 0 0;padding:0;border:0;min-width:0}legend{padding:0}
input[type=text],input[type=email],input[type=number]{width:100%;min-height:44px;padding:8px 12px;border:1px solid var(--line);
border-radius:8px;background:var(--card);color:var(--ink);font:inherit}
input[aria-invalid=true]{border-color:var(--bad)}
.choices{display:flex;flex-wrap:wrap;gap:8px}.choices label{margin:0;padding:10px 12px;border:1px solid var(--line);
border-radius:8px;font-weight:400}
.choices small{color:var(--soft);font-size:14px}.choices label:has(:checked){border-color:var(--mark)}
.item{display:flex;align-items:center;justify-content:space-between;gap:12px;margin:12px 0 0}.item label{margin:0}.item p{margin:0}
.steps{flex:none;display:flex;gap:6px}.steps input[type=number]{width:64px;text-align:center;appearance:textfield}
.steps ::-webkit-inner-spin-button{appearance:none;margin:0}
.steps button{width:44px;min-height:44px;padding:0;border-color:var(--line);background:transparent;color:var(--mark);font-size:20px}
.total{display:flex;flex-wrap:wrap;justify-content:space-between;gap:4px 12px;margin:20px 0 0;padding-top:12px;border-top:1px solid var(--edge);font-weight:600}
.total output{font-size:20px;font-weight:700;font-variant-numeric:tabular-nums}
.buttons{display:grid;gap:10px;margin-top:20px}
button,.button{display:flex;align-items:center;justify-content:center;gap:8px;width:100%;min-height:48px;padding:11px;border:1px solid var(--mark);border-radius:8px;
background:var(--accent);color:var(--on);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button+button,.button+.button{background:transparent;color:var(--mark)}.button+.button{color:var(--mark)}
.icon{flex:none;width:22px;height:22px}.check{display:block;width:56px;height:56px;margin:0 0 12px;fill:var(--good)}
.transfer{display:block}.transfer>div{display:grid;grid-template-columns:1fr auto;align-items:center;gap:0 12px;padding:8px 0;border-bottom:1px solid var(--edge)}
.transfer dt{grid-column:1/-1;font-size:14px}.transfer dd{text-align:left}.copy{width:auto;min-height:36px;padding:5px 10px;border-color:var(--line);
background:transparent;color:var(--mark);font-size:14px}
:focus-visible{outline:3px solid var(--mark);outline-offset:2px}
dl{display:grid;grid-template-columns:fit-content(58%) 1fr;gap:4px 16px;margin:16px 0}dt{color:var(--soft)}
dd{margin:0;font-weight:600;text-align:right}
a{color:var(--mark)}a.button{color:var(--on)}a.button+a.button{color:var(--mark)}.logo{flex:none;display:block;max-width:100%;max-height:${MAX_LOGO_SIZE.height}px}.shop:has(.logo){flex-wrap:wrap}
@media(prefers-color-scheme:dark){.logo{padding:6px;border-radius:6px;background:#fff}}
footer{margin-top:20px;padding-top:12px;border-top:1px solid var(--edge);color:var(--soft);font-size:14px}
footer p{margin:0 0 4px}.trust{display:flex;gap:6px;align-items:flex-start}.trust .icon{width:16px;height:20px}.title{margin:20px 0 4px;font-size:20px}h3{margin:16px 0 0;font-size:16px}h3+dl{margin-top:4px}
nav{margin-top:16px;font-size:14px}
[hidden]{display:none!important}
.qr svg{display:block;width:100%;max-width:240px;margin:8px auto 0;background:#fff}
@media(min-width:480px){main{padding:28px}}
@page{size:A4;margin:18mm}
@media print{:root{color-scheme:light;${variablesOf('light')};--note:#fff;--noted:#000}
body{display:block;min-height:0;background:#fff;color:#000;font-size:13px}
main{width:100%;max-width:150mm;margin:0;padding:0;border:0}.buttons,nav,.copy{display:none}.note{padding:0;font-weight:700}a{color:inherit}
.soft,footer{font-size:12px}.logo{padding:0}.amount{margin:4px 0 8px;font-size:26px}dl{margin:8px 0;gap:2px 16px}}`

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')

const styleHash = hashOf(style)

/**
 * Returns the content security policy of the payer pages. It allows one style and the merchant's accent. Forms may lead
 * to this server and to the processors' and the merchant's pages. No frame may contain the page.
 */
export const payPolicy = ({
  targets = [],
  hasScript = false,
  accentStyle = '',
  hasForm = true,
}: {
  targets?: readonly string[]
  hasScript?: boolean
  accentStyle?: string
  hasForm?: boolean
}): string =>
  [
    "default-src 'none'",
    `style-src 'self' 'sha256-${styleHash}'${accentStyle && ` 'sha256-${hashOf(accentStyle)}'`}`,
    "img-src 'self'",
    "font-src 'self'",
    ...(hasScript ? ["script-src 'self'"] : []),
    `form-action ${hasForm ? ["'self'", ...targets].join(' ') : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Paths of the scripts of these pages. */
export const PROOF_SCRIPT = '/pay/proof.js'
export const PRINT_SCRIPT = '/receipt/print.js'
export const PAGE_SCRIPT = '/pay/page.js'
export const TOTAL_SCRIPT = '/pay/total.js'

type PageScript =
  | typeof PROOF_SCRIPT
  | typeof PRINT_SCRIPT
  | typeof PAGE_SCRIPT
  | typeof TOTAL_SCRIPT

/** Fragment of a receipt's URL with which the page starts to print. */
export const PRINT_HASH = '#print'

export type PageLayout = {
  language: PayerLanguage
  title: string
  body: string
  /** The merchant's colours, which override the default ones. */
  accentStyle?: string
  scripts?: readonly PageScript[]
  /** Seconds after which the page reloads. */
  refreshS?: number | undefined
}

/** Returns a complete payer page, in the light or dark colours of the payer's system. */
export const renderPage = ({
  language,
  title,
  body,
  accentStyle,
  scripts = [],
  refreshS,
}: PageLayout): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
  '<meta name="viewport" content="width=device-width, initial-scale=1">' +
  '<meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">' +
  `<link rel="preload" as="font" type="font/woff2" crossorigin href="${FONT}">` +
  // Without this link browsers request /favicon.ico, which does not exist.
  '<link rel="icon" type="image/svg+xml" href="/favicon.svg">' +
  (refreshS === undefined ? '' : `<meta http-equiv="refresh" content="${refreshS}">`) +
  `<title>${escapeHtml(title)}</title><style>${style}</style>` +
  (accentStyle ? `<style>${accentStyle}</style>` : '') +
  scripts.map((script) => `<script src="${script}" defer></script>`).join('') +
  `</head><body><main>${body}</main></body></html>`

import type { Letter } from '#server/core/ports/mailer.ts'
import type { MailLanguage } from '#server/shared/language.ts'
import { escapeHtml } from '#server/shared/text/escape-html.ts'

export type LetterParts = {
  language: MailLanguage
  subject: string
  heading: string
  opening: readonly string[]
  fields: readonly (readonly [label: string, value: string])[]
  closing: readonly string[]
  /** The mail's only link, to our own site. */
  link?: { text: string; url: string }
  /** Colour of a line above the mail, such as `#1864ab`. No text is written on it. */
  accent?: string | null
}

const PLAIN = 'margin:0 0 16px'
const LABEL = 'padding:4px 16px 4px 0;text-align:left;vertical-align:top;font-weight:normal'
const VALUE = 'padding:4px 0;vertical-align:top;font-weight:bold'

/** Builds a mail as text and as HTML from the same words. It loads nothing, and its only link is `link`. */
export function letterOf(parts: LetterParts): Letter {
  const { subject, heading, opening, fields, closing, link } = parts
  const listed = fields.map(([label, value]) => `${label}: ${value}`).join('\n')
  const text = [
    heading,
    ...opening,
    listed,
    ...(link ? [`${link.text}:\n${link.url}`] : []),
    ...closing,
  ].join('\n\n')
  return { subject, text, html: documentOf(parts) }
}

function documentOf(parts: LetterParts): string {
  const { language, subject, heading, opening, fields, closing, link, accent } = parts
  const line = accent ? `;border-top:6px solid ${escapeHtml(accent)};padding-top:16px` : ''
  const paragraphs = (texts: readonly string[]) =>
    texts.map((text) => `<p style="${PLAIN}">${escapeHtml(text)}</p>`).join('\n')
  const rows = fields.map(
    ([label, value]) =>
      `<tr><th scope="row" style="${LABEL}">${escapeHtml(label)}:</th>` +
      `<td style="${VALUE}">${escapeHtml(value)}</td></tr>`,
  )
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;font:16px/1.5 sans-serif"><div ' +
      `style="max-width:560px${line}">`,
    `<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(heading)}</h1>`,
    paragraphs(opening),
    `<table style="${PLAIN};border-collapse:collapse">${rows.join('\n')}</table>`,
    ...(link
      ? [`<p style="${PLAIN}"><a href="${escapeHtml(link.url)}">${escapeHtml(link.text)}</a></p>`]
      : []),
    paragraphs(closing),
    '</div></body></html>',
  ].join('\n')
}

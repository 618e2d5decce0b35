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
  /** The mail's only link, to a page of Incasso's. */
  link?: { text: string; url: string }
  /** Colour of a line above the mail, such as `#1864ab`. No text is written on it. */
  accent?: string | null
}

const PARAGRAPH_STYLE = 'margin:0 0 16px'
const LABEL_STYLE = 'padding:4px 16px 4px 0;text-align:left;vertical-align:top;font-weight:normal'
const VALUE_STYLE = 'padding:4px 0;vertical-align:top;font-weight:bold'

/** Builds a mail as text and as HTML from the same words. It loads nothing, and its only link is `link`. */
export function composeLetter(parts: LetterParts): Letter {
  const { subject, heading, opening, fields, closing, link } = parts
  const fieldLines = fields.map(([label, value]) => `${label}: ${value}`).join('\n')
  const text = [
    heading,
    ...opening,
    fieldLines,
    ...(link ? [`${link.text}:\n${link.url}`] : []),
    ...closing,
  ].join('\n\n')
  return { subject, text, html: renderHtml(parts) }
}

function renderHtml(parts: LetterParts): string {
  const { language, subject, heading, opening, fields, closing, link, accent } = parts
  const accentStyle = accent ? `;border-top:6px solid ${escapeHtml(accent)};padding-top:16px` : ''
  const paragraphs = (texts: readonly string[]) =>
    texts.map((text) => `<p style="${PARAGRAPH_STYLE}">${escapeHtml(text)}</p>`).join('\n')
  const rows = fields.map(
    ([label, value]) =>
      `<tr><th scope="row" style="${LABEL_STYLE}">${escapeHtml(label)}:</th>` +
      `<td style="${VALUE_STYLE}">${escapeHtml(value)}</td></tr>`,
  )
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;font:16px/1.5 sans-serif"><div ' +
      `style="max-width:560px${accentStyle}">`,
    `<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(heading)}</h1>`,
    paragraphs(opening),
    `<table style="${PARAGRAPH_STYLE};border-collapse:collapse">${rows.join('\n')}</table>`,
    ...(link
      ? [
          `<p style="${PARAGRAPH_STYLE}"><a href="${escapeHtml(link.url)}">${escapeHtml(link.text)}</a></p>`,
        ]
      : []),
    paragraphs(closing),
    '</div></body></html>',
  ].join('\n')
}

/** The subset of Markdown in Incasso's documents, parsed for display in a page. */

export type Inline =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'strong' | 'emphasis'; parts: Inline[] }
  | { kind: 'link'; href: string; parts: Inline[] }

export type Block =
  | { kind: 'heading'; level: number; id: string; parts: Inline[] }
  | { kind: 'paragraph'; parts: Inline[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }

/** The first markup of a line. A code span hides any other markup inside it. */
const inlinePattern =
  /`([^`]+)`|\*\*(.+?)\*\*|\*([^\s*](?:[^*]*[^\s*])?)\*|\[((?:[^\]`]|`[^`]*`)+)\]\(([^)\s]+)\)|<(https:\/\/[^>\s]+)>/

/** Parses the markup within a paragraph, a heading or a table cell. */
export function inlineOf(text: string): Inline[] {
  const found = inlinePattern.exec(text)
  if (!found) return text === '' ? [] : [{ kind: 'text', text }]
  const before = text.slice(0, found.index)
  const after = text.slice(found.index + found[0].length)
  return [
    ...(before === '' ? [] : [{ kind: 'text' as const, text: before }]),
    markedOf(found),
    ...inlineOf(after),
  ]
}

function markedOf([whole, code, strong, emphasis, label, href, url]: RegExpExecArray): Inline {
  if (code !== undefined) return { kind: 'code', text: code }
  if (strong !== undefined) return { kind: 'strong', parts: inlineOf(strong) }
  if (emphasis !== undefined) return { kind: 'emphasis', parts: inlineOf(emphasis) }
  if (label !== undefined && href !== undefined) {
    return { kind: 'link', href, parts: inlineOf(label) }
  }
  if (url !== undefined) {
    return { kind: 'link', href: url, parts: [{ kind: 'text', text: url }] }
  }
  return { kind: 'text', text: whole }
}

/** Returns the text without its markup. */
export const plainText = (parts: readonly Inline[]): string =>
  parts.map((part) => ('text' in part ? part.text : plainText(part.parts))).join('')

/** Creates heading ids as other Markdown sites do, so that links to headings work in both. */
const idOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

const itemStart = /^(?:[-*]|\d+\.) +/
const isTableRow = (line: string) => line.startsWith('|')
const startsBlock = (line: string) => /^(?:#{1,6} |```|\||[-*] |\d+\. )/.test(line)

const joined = (lines: readonly string[]) => inlineOf(lines.map((line) => line.trim()).join(' '))

/** An escaped bar, `\|`, is text and not the edge of a cell. */
const cellsOf = (line: string): Inline[][] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => inlineOf(cell.replaceAll('\\|', '|').trim()))

class Lines {
  readonly #lines: readonly string[]
  #next = 0

  constructor(text: string) {
    this.#lines = text.replaceAll('\r\n', '\n').split('\n')
  }

  get current(): string | undefined {
    return this.#lines[this.#next]
  }

  take(): string {
    return this.#lines[this.#next++] ?? ''
  }

  takeWhile(belongs: (line: string) => boolean): string[] {
    const taken: string[] = []
    while (this.current !== undefined && belongs(this.current)) taken.push(this.take())
    return taken
  }
}

function listOf(lines: Lines): Block {
  const isOrdered = /^\d/.test(lines.current ?? '')
  const items: Inline[][] = []
  while (itemStart.test(lines.current ?? '')) {
    const first = lines.take().replace(itemStart, '')
    // The following lines of an item are indented.
    items.push(joined([first, ...lines.takeWhile((line) => /^\s+\S/.test(line))]))
  }
  return { kind: 'list', isOrdered, items }
}

function codeOf(lines: Lines): Block {
  const language = lines.take().slice(3).trim()
  const text = lines.takeWhile((line) => !line.startsWith('```')).join('\n')
  lines.take()
  return { kind: 'code', language, text }
}

function tableOf(lines: Lines): Block {
  const [head = '', , ...rows] = lines.takeWhile(isTableRow)
  return { kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) }
}

function blockOf(lines: Lines): Block {
  const line = lines.current ?? ''
  const heading = /^(#{1,6}) +(.*)$/.exec(line)
  if (heading) {
    lines.take()
    const parts = inlineOf(heading[2] ?? '')
    return { kind: 'heading', level: heading[1]?.length ?? 1, id: idOf(plainText(parts)), parts }
  }
  if (line.startsWith('```')) return codeOf(lines)
  if (isTableRow(line)) return tableOf(lines)
  if (itemStart.test(line)) return listOf(lines)
  const first = lines.take()
  const others = lines.takeWhile((next) => next.trim() !== '' && !startsBlock(next))
  return { kind: 'paragraph', parts: joined([first, ...others]) }
}

/** Parses a document into its blocks. */
export function readMarkdown(text: string): Block[] {
  const lines = new Lines(text)
  const blocks: Block[] = []
  while (lines.current !== undefined) {
    if (lines.current.trim() === '') lines.take()
    else blocks.push(blockOf(lines))
  }
  return blocks
}

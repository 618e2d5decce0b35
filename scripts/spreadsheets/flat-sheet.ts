/** A cell as LibreOffice opened it. */
export type OpenedCell = {
  type: 'empty' | 'string' | 'float' | 'date' | 'percentage' | 'currency' | 'boolean' | 'time'
  /** The number, or the date as ISO-8601; for a text the text. */
  value: string
  formula: string | undefined
}

const attributeOf = (attributes: string, name: string): string | undefined =>
  new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1]

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decode = (text: string): string =>
  text
    .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count = '1') => ' '.repeat(Number(count)))
    .replace(/<text:tab\/>/g, '\t')
    .replace(/<[^>]*>/g, '')
    .replace(/&#x([0-9A-F]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name) => entities[name] ?? '')

function cellOf(attributes: string, content: string): OpenedCell {
  const type = attributeOf(attributes, 'office:value-type') as OpenedCell['type'] | undefined
  const formula = attributeOf(attributes, 'table:formula')
  const texts = [...content.matchAll(/<text:p>(.*?)<\/text:p>/gs)].map(([, text = '']) => text)
  const value =
    attributeOf(attributes, 'office:value') ?? attributeOf(attributes, 'office:date-value')
  return {
    type: type ?? 'empty',
    value: value ?? decode(texts.join('\n')),
    formula: formula && decode(formula),
  }
}

/** Returns the rows of the first sheet of a flat OpenDocument file, without empty rows and cells at their ends. */
export function readSheet(xml: string): OpenedCell[][] {
  const rows: OpenedCell[][] = []
  for (const [, row = ''] of xml.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)) {
    const cells: OpenedCell[] = []
    for (const [, attributes = '', content = ''] of row.matchAll(
      /<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs,
    )) {
      const repeated = Number(attributeOf(attributes, 'table:number-columns-repeated') ?? 1)
      for (let n = 0; n < Math.min(repeated, 64); n++) cells.push(cellOf(attributes, content))
    }
    while (cells.at(-1)?.type === 'empty') cells.pop()
    if (cells.length > 0) rows.push(cells)
  }
  return rows
}

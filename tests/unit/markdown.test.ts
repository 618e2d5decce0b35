import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Block, type Inline, inlineOf, readMarkdown } from '#client/lib/words/markdown.ts'
import { guides, guideUrl } from '#client/routes/-reading/guides.ts'
import { legalDocuments } from '#client/texts/legal-documents.ts'

const paragraph = (text: string): Block => ({ kind: 'paragraph', parts: [{ kind: 'text', text }] })

/** Yields every inline part of a document, including nested ones. */
function* inlines(parts: readonly Inline[]): Generator<Inline> {
  for (const part of parts) {
    yield part
    if ('parts' in part) yield* inlines(part.parts)
  }
}

const partsOf = (block: Block): Inline[] => {
  switch (block.kind) {
    case 'code':
      return []
    case 'list':
      return block.items.flat()
    case 'table':
      return [...block.head.flat(), ...block.rows.flat(2)]
    default:
      return block.parts
  }
}

const documents = [
  ...guides.map(({ file, text }) => [file, text] as const),
  ...Object.entries(legalDocuments).flatMap(([language, own]) =>
    Object.entries(own).map(([name, text]) => [`${name} (${language})`, text] as const),
  ),
]

describe('Markdown', () => {
  test('a paragraph continues over lines, until an empty one or another block', () => {
    expect(readMarkdown('one\ntwo\n\nthree\n# four')).toEqual([
      paragraph('one two'),
      paragraph('three'),
      { kind: 'heading', level: 1, id: 'four', parts: [{ kind: 'text', text: 'four' }] },
    ])
  })

  test('code keeps its lines, regardless of their content', () => {
    expect(readMarkdown('```sh\n# not a heading\n\n| a |\n```\nafter')).toEqual([
      { kind: 'code', language: 'sh', text: '# not a heading\n\n| a |' },
      paragraph('after'),
    ])
  })

  test('items continue in indented lines', () => {
    expect(readMarkdown('1. one\n   more\n2. two\n\n- three')).toEqual([
      {
        kind: 'list',
        isOrdered: true,
        items: [[{ kind: 'text', text: 'one more' }], [{ kind: 'text', text: 'two' }]],
      },
      { kind: 'list', isOrdered: false, items: [[{ kind: 'text', text: 'three' }]] },
    ])
  })

  test('a table has a head and rows, and a bar in a cell after a backslash', () => {
    expect(readMarkdown('| a | b |\n|---|---|\n| `1` | x \\| y |')).toEqual([
      {
        kind: 'table',
        head: [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: 'b' }]],
        rows: [[[{ kind: 'code', text: '1' }], [{ kind: 'text', text: 'x | y' }]]],
      },
    ])
  })

  test('links, emphasis and code nest, and code hides them', () => {
    expect(
      inlineOf('see [**the** `x`](a.md#b), *so* `*not* [this](x)` <https://example.com>'),
    ).toEqual([
      { kind: 'text', text: 'see ' },
      {
        kind: 'link',
        href: 'a.md#b',
        parts: [
          { kind: 'strong', parts: [{ kind: 'text', text: 'the' }] },
          { kind: 'text', text: ' ' },
          { kind: 'code', text: 'x' },
        ],
      },
      { kind: 'text', text: ', ' },
      { kind: 'emphasis', parts: [{ kind: 'text', text: 'so' }] },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: '*not* [this](x)' },
      { kind: 'text', text: ' ' },
      {
        kind: 'link',
        href: 'https://example.com',
        parts: [{ kind: 'text', text: 'https://example.com' }],
      },
    ])
  })
})

describe.each(documents)('%s', (_, text) => {
  const blocks = readMarkdown(text)

  test('is read completely: no mark remains, and no word is lost', () => {
    for (const part of blocks.flatMap((block) => [...inlines(partsOf(block))])) {
      if (part.kind === 'text') expect(part.text).not.toMatch(/\]\(|\*\*|`|^#+ |^\||<https/)
    }
    const shown = blocks
      .flatMap((block) =>
        block.kind === 'code'
          ? [block.text]
          : [...inlines(partsOf(block))].flatMap((part) => ('text' in part ? [part.text] : [])),
      )
      .join(' ')
    const words = (of: string) => of.match(/[\p{L}\p{N}]{4,}/gu) ?? []
    const shownWords = new Set(words(shown))
    const urlWords = new Set(words([...text.matchAll(/\]\(([^)]+)\)/g)].join(' ')))
    const languages = new Set(words([...text.matchAll(/^```(\w+)/gm)].join(' ')))
    const missingWords = words(text).filter(
      (word) => !shownWords.has(word) && !urlWords.has(word) && !languages.has(word),
    )
    expect(missingWords).toEqual([])
  })

  test('has one title, and headings that links can find', () => {
    const headings = blocks.filter((block) => block.kind === 'heading')
    const ids = headings.map((heading) => heading.id)

    expect(headings.filter(({ level }) => level === 1)).toHaveLength(1)
    expect(blocks[0]).toBe(headings[0])
    expect(new Set(ids).size).toBe(ids.length)
  })
})

test('every link of a guide leads to an existing page or URL', () => {
  const idsOf = (slug: string) =>
    readMarkdown(guides.find((guide) => guide.slug === slug)?.text ?? '').flatMap((block) =>
      block.kind === 'heading' ? [block.id] : [],
    )
  const links = guides.flatMap(({ file, text }) =>
    readMarkdown(text)
      .flatMap((block) => [...inlines(partsOf(block))])
      .flatMap((part) => (part.kind === 'link' ? [{ file, href: part.href }] : [])),
  )
  for (const { file, href } of links) {
    const address = guideUrl(href)
    expect(address, `${href} in ${file}`).toBeDefined()
    const [, slug, anchor] = /^\/docs\/([^#]+)(?:#(.+))?$/.exec(address ?? '') ?? []
    if (slug !== undefined && anchor !== undefined) expect(idsOf(slug)).toContain(anchor)
  }
  expect(links.length).toBeGreaterThan(10)
})

test('the page shows the files themselves', () => {
  for (const { file, text } of guides.filter(({ file: name }) => name.endsWith('.md'))) {
    expect(text).toBe(readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8'))
  }
})

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import * as snippets from '#client/routes/_app/-docs/snippets.ts'
import { openApiDocument } from '#server/http/openapi/document.ts'
import { appRouter } from '#server/router.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = [
  'README.md',
  'src-sdk/README.md',
  ...readdirSync(`${root}/docs`).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'))

/** Returns the keys in a text: in a header, as an object's property, as the SDK's option, or passed to `pay`. */
const keysIn = (text: string): string[] =>
  [
    ...text.matchAll(/(?:Idempotency-Key'?|idempotencyKey): ?'?([\w-]+)'|pay\(order, '([\w-]+)'/g),
  ].map(([, header, argument]) => header ?? argument ?? '')

type Parameter = { name?: string; example?: string; examples?: Record<string, { value: string }> }

/** Texts that a reader follows independently, with the keys that each shows. */
const places: [place: string, keys: string[]][] = [
  ...pages.map((name): [string, string[]] => [
    name,
    keysIn(readFileSync(`${root}/${name}`, 'utf8')),
  ]),
  [
    'the page Docs',
    Object.values(snippets).flatMap((snippet) => keysIn(snippet('http://127.0.0.1:3000'))),
  ],
  ...Object.entries(
    openApiDocument(appRouter, { version: '0.0.0', serverUrl: 'http://127.0.0.1:3000' }).paths,
  ).flatMap(([path, item]) =>
    ((item.post?.parameters ?? []) as Parameter[])
      .filter(({ name }) => name === 'Idempotency-Key')
      .map(({ example, examples = {} }): [string, string[]] => [
        `POST ${path}`,
        [example, ...Object.values(examples).map(({ value }) => value)].filter(
          (key) => key !== undefined,
        ),
      ]),
  ),
]

test('no two examples share an Idempotency-Key, so that following both is never refused', () => {
  const shownKeys = places.flatMap(([place, keys]) =>
    [...new Set(keys)].map((key) => ({ place, key })),
  )
  const sharedKeys = shownKeys.filter(({ key, place }) =>
    shownKeys.some((other) => other.key === key && other.place !== place),
  )

  expect(sharedKeys).toEqual([])
  expect(places.find(([place]) => place === 'docs/api.md')?.[1].length).toBeGreaterThan(6)
  expect(places.find(([place]) => place === 'src-sdk/README.md')?.[1].length).toBe(3)
  expect(places.find(([place]) => place === 'the page Docs')?.[1]).toEqual(['first-payment'])
  expect(
    places.filter(([place]) => place.startsWith('POST')).flatMap(([, keys]) => keys).length,
  ).toBeGreaterThan(4)
})

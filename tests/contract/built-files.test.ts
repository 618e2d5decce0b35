import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../../dist/server', import.meta.url))

type LoadedPackages = {
  /** Packages that Node resolves from node_modules. */
  packages: string[]
  /** Packages bundled into the built files. */
  inside: string[]
}

/** Returns the packages that Node loads with a built file at start, including the files that it imports. */
function packagesLoadedBy(entry: string): LoadedPackages {
  const files = new Set<string>()
  const packages = new Set<string>()
  const visit = (file: string) => {
    if (files.has(file)) return
    files.add(file)
    const source = readFileSync(path.join(folder, file), 'utf8')
    for (const [, specifier = ''] of source.matchAll(
      /^(?:import|export)\s(?:[^'"]*?\sfrom\s)?["']([^"']+)["']/gm,
    )) {
      if (specifier.startsWith('.')) visit(path.join(path.dirname(file), specifier))
      else if (!specifier.startsWith('node:')) packages.add(specifier)
    }
  }
  visit(entry)
  return { packages: [...packages], inside: [...files].flatMap(packagesIn) }
}

const packagesIn = (file: string): string[] => {
  const map = path.join(folder, `${file}.map`)
  // A file with only the bundler's own helpers has no sources.
  if (!existsSync(map)) return []
  const { sources } = JSON.parse(readFileSync(map, 'utf8'))
  return sources.flatMap((source: string) => {
    const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? []
    return name === undefined ? [] : [name]
  })
}

const entries = ['server.js', 'ops.js', 'writer.js', 'checkpointer.js']

test.each(entries)('%s loads no sign-in library until the configuration selects one', (entry) => {
  const { packages, inside } = packagesLoadedBy(entry)

  expect(packages).toContain('better-sqlite3')
  expect(
    [...packages, ...inside].filter((name) => /^(?:@clerk\/|@?better-auth)/.test(name)),
  ).toEqual([])
})

test.each(entries)(
  '%s loads the PostgreSQL driver and rarely used packages only on demand',
  (entry) => {
    const { packages } = packagesLoadedBy(entry)

    expect(packages).toContain('better-sqlite3')
    expect(
      packages.filter((name) =>
        /^(?:pg|stripe|openai|@opentelemetry\/|@fastify\/swagger)/.test(name),
      ),
    ).toEqual([])
  },
)

test('packages with many small files are bundled, so that a start opens few files', () => {
  const { packages, inside } = packagesLoadedBy('server.js')
  const many = ['kysely', 'zod', '@trpc/server', 'fastify', '@fastify/compress', 'prom-client']

  expect(inside).toEqual(expect.arrayContaining(many))
  expect(packages.filter((name) => many.includes(name))).toEqual([])
})

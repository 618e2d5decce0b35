import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../package.json'
import { buildSdk, writeApiTypes } from '../../scripts/lib/sdk-package.mjs'
import { snippetsOf } from '../support/snippets.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const MAX_GZIPPED = 12_000
const MAX_GZIPPED_MEDUSA = 4000

let folder: string
let built: string

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'incasso-sdk-package-'))
  built = path.join(folder, 'node_modules/@incasso/sdk')
  mkdirSync(built, { recursive: true })
  await buildSdk(built)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const readBuilt = (name: string) => readFileSync(path.join(built, name), 'utf8')
const filesThat = (end: string) =>
  readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(end))

/** Returns the files that run without Node: all files but the command line. */
const portableFiles = () => filesThat('.js').filter((name) => !/^(?:cli|rehearse)\b/.test(name))
const isOfMedusa = (name: string) => name.startsWith('medusa')
const clientFiles = () => portableFiles().filter((name) => !isOfMedusa(name))

test('the committed types are those of the description of version 2', async () => {
  const file = path.join(folder, 'api.gen.ts')

  await writeApiTypes(file)

  const committed = readFileSync(`${root}/src-sdk/api.gen.ts`, 'utf8')
  expect(committed === readFileSync(file, 'utf8'), 'Run npm run openapi.').toBe(true)
})

describe('the built package', () => {
  test('has the version of the server, and no dependency', () => {
    const { name, version, license, ...more } = JSON.parse(readBuilt('package.json'))

    expect({ name, version, license }).toEqual({
      name: '@incasso/sdk',
      version: manifest.version,
      license: manifest.license,
    })
    expect(Object.keys(more).filter((key) => /dependencies/i.test(key))).toEqual([])
    expect(readBuilt('LICENSE')).toContain('MIT')
    expect(readBuilt('README.md')).toContain('# @incasso/sdk')
  })

  test('has a client of at most 12 kB gzipped', () => {
    const code = clientFiles().map(readBuilt).join('\n')

    expect(code.length).toBeGreaterThan(10_000)
    expect(gzipSync(code).length).toBeLessThan(MAX_GZIPPED)
  })

  test('has a provider for Medusa apart from the client, of at most 4 kB gzipped', () => {
    const code = portableFiles().filter(isOfMedusa).map(readBuilt).join('\n')
    const client = clientFiles().map(readBuilt).join('\n')

    expect(code).toContain('initiatePayment')
    expect(gzipSync(code).length).toBeLessThan(MAX_GZIPPED_MEDUSA)
    expect(client).not.toContain('medusa')
  })

  test('has a client and a provider that import their own files alone, and name no global of Node', () => {
    const sources = portableFiles().map(readBuilt)
    const imported = sources.flatMap((code) =>
      [...code.matchAll(/(?:from|import)\s*\(?'([^']+)'/g)].map(([, name]) => String(name)),
    )

    expect(imported.length).toBeGreaterThan(10)
    expect(imported.filter((name) => !/^\.\.?\/[\w./-]+\.js$/.test(name))).toEqual([])
    expect(sources.join('\n')).not.toMatch(/\b(?:process|Buffer|require|__dirname)\b/)
  })

  test('has a command line that imports the package and Node alone', () => {
    const isOfClient = new Set(portableFiles())
    const sources = filesThat('.js').filter((name) => !isOfClient.has(name))
    const imported = sources.flatMap((name) =>
      [...readBuilt(name).matchAll(/^(?:import|export) .*from '([^']+)'/gm)].map(
        ([, from]) => from,
      ),
    )

    expect(imported.length).toBeGreaterThan(30)
    expect(
      imported.filter((from) => !/^(?:\.\.?\/[\w./-]+\.js|node:[\w/]+)$/.test(from ?? '')),
    ).toEqual([])
  })

  test('takes a payment and verifies a webhook where only web globals exist', async () => {
    const { Incasso, verifyWebhook } = await runWithWebGlobals()
    const sent: string[] = []
    const response = async (url: string, init: RequestInit) => {
      sent.push(`${init.method} ${url} ${String(init.body)}`)
      return Response.json({ id: 'txn_1' }, { status: 201 })
    }
    const client = new Incasso({
      key: 'sk_test_1',
      baseUrl: 'https://pay.example.com',
      environment: { fetch: response },
    })

    const payment = await client.payments.create({ amount: '1.00' })
    const unsigned = verifyWebhook('{}', new Headers(), `whsec_${'A'.repeat(32)}`)

    expect(payment).toEqual({ id: 'txn_1' })
    expect(sent).toEqual(['POST https://pay.example.com/api/transactions {"amount":"1.00"}'])
    await expect(unsigned).rejects.toMatchObject({ reason: 'headers_missing' })
  })
})

type AnySdk = {
  Incasso: new (settings: object) => { payments: { create: (payment: object) => Promise<unknown> } }
  verifyWebhook: (body: string, headers: Headers, secret: string) => Promise<unknown>
}

/** Runs the package as one script in a context with the globals that Deno and edge runtimes share with browsers. */
async function runWithWebGlobals(): Promise<AnySdk> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: path.join(built, 'incasso.js'), formats: ['iife'], name: 'sdk' },
    },
  })
  const [bundle] = Array.isArray(output) ? output : []
  const code = bundle?.output[0].code ?? ''
  const globals = {
    AbortController,
    AbortSignal,
    atob,
    clearTimeout,
    crypto,
    DOMException,
    fetch,
    Headers,
    Response,
    setTimeout,
    TextDecoder,
    TextEncoder,
    URL,
  }
  return runInContext(`${code}; sdk`, createContext(globals)) as AnySdk
}

const STRICTEST = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  types: [],
  moduleDetection: 'force',
  noEmit: true,
  strict: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
}

/** Returns the compiler's errors for files that import the built package, or an empty text. */
async function compile(files: string[], options: object): Promise<string> {
  const project = path.join(folder, 'tsconfig.json')
  writeFileSync(project, JSON.stringify({ compilerOptions: { ...STRICTEST, ...options }, files }))
  return promisify(execFile)(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '--project', project],
    { cwd: root },
  ).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
}

describe('programs of integrators compile against the built package', () => {
  beforeAll(() => {
    const uses = readFileSync(`${root}/tests/support/sdk-uses.ts`, 'utf8')
    writeFileSync(
      path.join(folder, 'uses.mts'),
      uses.replace("'#sdk/incasso.ts'", "'@incasso/sdk'"),
    )
    expect(uses.match(/as [A-Z]|as any|as unknown/g)).toBeNull()
  })

  test.each([
    [
      'bundlers',
      { module: 'ESNext', moduleResolution: 'bundler', exactOptionalPropertyTypes: true },
    ],
    ['Node', { module: 'NodeNext', moduleResolution: 'NodeNext' }],
  ])('as %s resolve it', async (_, options) => {
    expect(await compile(['uses.mts'], options)).toBe('')
  })

  test('also those of the guides', async () => {
    const files = ['src-sdk/README.md', 'docs/integrate.md', 'docs/rehearse.md'].flatMap(
      (name, guide) =>
        snippetsOf(new URL(`../../${name}`, import.meta.url))
          .filter(({ language }) => language === 'ts')
          .map(({ code, line }) => {
            const file = `guide-${guide}-line-${line}.mts`
            writeFileSync(path.join(folder, file), code)
            return file
          }),
    )
    const withNode = { types: ['node'], typeRoots: [`${root}/node_modules/@types`] }

    const errors = await compile(files, {
      ...withNode,
      module: 'NodeNext',
      moduleResolution: 'NodeNext',
      skipLibCheck: true,
    })

    expect(files.length).toBeGreaterThan(9)
    expect(errors).toBe('')
  })

  test('and a line that misuses it does not', async () => {
    const wrong = "import { Incasso } from '@incasso/sdk'\nnew Incasso({ key: 1 })\n"
    writeFileSync(path.join(folder, 'wrong.mts'), wrong)

    const errors = await compile(['wrong.mts'], { module: 'ESNext', moduleResolution: 'bundler' })

    expect(errors).toContain("Type 'number' is not assignable to type 'string'")
  })
})

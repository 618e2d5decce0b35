import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRoot } from './paths.mjs'
import { node } from './run.mjs'
import { reduceDocument } from './sdk-document.mjs'

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** Generates the SDK's types from the description of version 2. */
export async function writeApiTypes(file = inRoot('src-sdk/api.gen.ts')) {
  const folder = mkdtempSync(join(tmpdir(), 'incasso-sdk-'))
  const document = readJson(inRoot('docs/openapi.v2.json'))
  try {
    const reduced = join(folder, 'openapi.json')
    writeFileSync(reduced, JSON.stringify(reduceDocument(document)))
    await node('--import', [
      './tests/support/typescript-api.mjs',
      inRoot('node_modules/openapi-typescript/bin/cli.js'),
      reduced,
      '--default-non-nullable=false',
      '--output',
      file,
    ])
    const types = JSON.stringify(Object.keys(document.webhooks))
    appendFileSync(file, `\nexport const eventTypes = ${types} as const\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns the manifest of the package. Its version is the server's: their types come from the same description. */
function manifest() {
  const { version, license } = readJson(inRoot('package.json'))
  return {
    name: '@incasso/sdk',
    version,
    description:
      'A client of the Incasso payments API, a verifier of its webhooks, and tools for development',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.3' },
    bin: { incasso: './cli/main.js' },
    exports: {
      '.': { types: './incasso.d.ts', default: './incasso.js' },
      './medusa': { types: './medusa/provider.d.ts', default: './medusa/provider.js' },
    },
  }
}

/** Builds the package into a folder, from which npm can install it. `modules` is the node_modules with the compiler. */
export async function buildSdk(folder = inRoot('dist/sdk'), modules = inRoot('node_modules')) {
  rmSync(folder, { recursive: true, force: true })
  // The client compiles alone, without the types of Node, which only the command line uses.
  for (const project of ['src-sdk', 'src-sdk/cli']) {
    await node(join(modules, 'typescript/bin/tsc'), [
      '--project',
      inRoot(project, 'tsconfig.json'),
      '--outDir',
      folder,
      '--typeRoots',
      join(modules, '@types'),
    ])
  }
  chmodSync(join(folder, 'cli/main.js'), 0o755)
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue
    // The compiler rewrites the extensions of imports only in JavaScript.
    const file = join(folder, name)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"))
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
  copyFileSync(inRoot('src-sdk/README.md'), join(folder, 'README.md'))
  copyFileSync(inRoot('LICENSE'), join(folder, 'LICENSE'))
}

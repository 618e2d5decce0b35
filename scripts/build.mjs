// Builds the dashboard into dist/client, and the server and the operator's commands into dist/server.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { GUIDE_SOURCES, markBuilt, sourceState } from './lib/build-state.mjs'
import { packagesApart } from './lib/packages-apart.mjs'
import { inRoot, root } from './lib/paths.mjs'
import { precompress } from './lib/precompress.mjs'
import { finishDocument } from './lib/preloads.mjs'
import { exitWithError, step } from './lib/steps.mjs'
import { LANGUAGE_MODES } from './lib/texts-plugin.mjs'

const page = inRoot('dist/client')

/** Builds one page for each language mode. Files without texts are identical in all modes and share one name. */
async function buildClient() {
  rmSync(page, { recursive: true, force: true })
  for (const mode of LANGUAGE_MODES) {
    process.env.PAGE_LANGUAGE = mode
    await build({
      configFile: inRoot('vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: page, emptyOutDir: false },
    })
    finishDocument(page, mode)
  }
  rmSync(join(page, 'index.html'))
}

const buildServer = () =>
  build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    // Bundles packages: a starting server opens a few files instead of a thousand, with a third less CPU time.
    ssr: { noExternal: true, external: packagesApart },
    build: {
      ssr: true,
      outDir: 'dist/server',
      target: 'node20',
      sourcemap: true,
      minify: false,
      emptyOutDir: true,
      rollupOptions: {
        input: {
          server: 'src-server/server.ts',
          writer: 'src-server/writer.ts',
          checkpointer: 'src-server/checkpointer.ts',
          ops: 'src-server/ops.ts',
        },
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  })

const guides = inRoot('dist/guides')

/** Copies the guides, which the server also sends as text. It names each file that it sends. */
function copyGuides() {
  rmSync(guides, { recursive: true, force: true })
  for (const source of GUIDE_SOURCES)
    cpSync(inRoot(source), join(guides, source), { recursive: true })
}

const before = sourceState()
// Removes the old marker first: a failed build must not look like a finished one.
rmSync(inRoot('dist/.built'), { force: true })
try {
  await step('client', buildClient)
  await step('compression', () => precompress(page))
  await step('server', buildServer)
  await step('guides', copyGuides)
} catch (error) {
  exitWithError(error, 'Nothing was built.')
}
markBuilt(before)

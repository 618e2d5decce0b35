import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'incasso-lint-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A violation of each house rule, each in its own file. */
const PLANTED = {
  'house/imports': {
    file: 'src-server/services/audit/planted.ts',
    text: "import { settleDue } from '#server/features/transactions/settle/settle-due.ts'\nsettleDue()\n",
  },
  'house/no-barrel': {
    file: 'src-server/features/index.ts',
    text: "export { settleDue } from './transactions/settle-due.ts'\n",
  },
  'house/no-clock': {
    file: 'src-server/features/demo/planted.ts',
    text: 'export const nowMs = () => Date.now()\n',
  },
  'house/no-sleep': {
    file: 'tests/server/planted.ts',
    text: 'export const nap = () => new Promise((resolve) => setTimeout(resolve, 10))\n',
  },
  'house/no-wall-clock': {
    file: 'tests/server/planted-clock.ts',
    text: 'export const took = (startedAt) => performance.now() - startedAt\n',
  },
  'house/no-wall-clock: an instant that is kept': {
    file: 'tests/server/planted-instant.ts',
    text: 'const startedAt = Date.now()\nexport const took = (endedAt) => endedAt - startedAt\n',
  },
  'house/no-wall-clock: a wait of a second': {
    file: 'tests/server/planted-wait.ts',
    text: "import { vi } from 'vitest'\nexport const wait = (is) => vi.waitFor(is)\n",
  },
  'house/no-wall-clock: a short limit': {
    file: 'tests/server/planted-limit.ts',
    text: 'export const soon = { timeout: 5000 }\n',
  },
  'house/processor-names': {
    file: 'src-server/features/customers/planted-name.ts',
    text: "export const theirs = 'stripe'\n",
  },
  'house/plain-comments': {
    file: 'src-server/core/planted-comment.ts',
    text: '/** Whoever pays by card. */\nexport const payers = []\n',
  },
  'house/plain-negation': {
    file: 'src-server/core/planted-negation.ts',
    text: '/** Returns true if the text is no number. */\nexport const isWord = (text) => text !== text\n',
  },
  'house/plain-words: a comment': {
    file: 'src-server/core/planted-image.ts',
    text: '/** Queue at the door of the server. */\nexport const waiting = []\n',
  },
  'house/plain-words: a name': {
    file: 'src-server/core/planted-name.ts',
    text: 'export const toldPayer = []\n',
  },
  'house/noun-types': {
    file: 'src-server/core/planted-type.ts',
    text: 'export type Asked = { id: string }\n',
  },
  'house/folder-size': {
    file: 'src-server/crowded/planted.ts',
    text: 'export const last = 21\n',
  },
  'house/sql-in-queries': {
    file: 'src-server/features/customers/planted.ts',
    text: "export const all = (db) => db.selectFrom('customers').selectAll().execute()\n",
  },
}

function lint(): { code: string; filename: string }[] {
  const args = [
    join(root, 'node_modules/oxlint/bin/oxlint'),
    '--format=json',
    'src-server',
    'tests',
  ]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  if (!stdout.startsWith('{')) throw new Error(`oxlint said ${stdout}${stderr}`)
  return JSON.parse(stdout).diagnostics
}

test('lint fails on a violation of each house rule', () => {
  cpSync(join(root, 'scripts/lint'), join(folder, 'scripts/lint'), { recursive: true })
  mkdirSync(join(folder, 'scripts/lib'))
  mkdirSync(join(folder, 'src-server/services/processors/stripe'), { recursive: true })
  cpSync(join(root, 'scripts/lib/paths.mjs'), join(folder, 'scripts/lib/paths.mjs'))
  cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'src-server/crowded'), { recursive: true })
  for (let n = 1; n <= 20; n++) {
    writeFileSync(join(folder, `src-server/crowded/file-${n}.ts`), `export const n${n} = ${n}\n`)
  }
  for (const { file, text } of Object.values(PLANTED)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }

  const found = lint()

  for (const [rule, { file }] of Object.entries(PLANTED)) {
    const [plugin, name] = rule.replace(/:.*/, '').split('/')
    expect(found, rule).toContainEqual(
      expect.objectContaining({ code: `${plugin}(${name})`, filename: file }),
    )
  }
})

test('a violation of every house rule is planted above', () => {
  const { rules, overrides } = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8'))
  const all = [rules, ...overrides.map((each: { rules: object }) => each.rules)].flatMap(
    Object.keys,
  )
  const ours = new Set(all.filter((rule) => rule.startsWith('house/')))

  expect(ours).toEqual(new Set(Object.keys(PLANTED).map((rule) => rule.replace(/:.*/, ''))))
})

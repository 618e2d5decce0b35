import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { inRoot } from '../lib/paths.mjs'
import { cellsOf, headings, verdictOf } from './table.mjs'

const store = inRoot('docs/reliability.json')
const page = inRoot('docs/reliability.md')

const published = ['docs/reliability.json', 'docs/reliability.md']

const git = (...words) => execFileSync('git', words, { encoding: 'utf8' }).trim()

/** Returns the current commit, with `and changes` when files other than the results differ from it. */
export function stateOfCode() {
  try {
    const exclusions = published.map((path) => `:!${path}`)
    const changes = git('status', '--porcelain', '--', '.', ...exclusions)
    return `${git('rev-parse', '--short', 'HEAD')}${changes === '' ? '' : ' and changes'}`
  } catch {
    return 'unknown'
  }
}

const machine = () =>
  `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`

/** Replaces the stored results of these rows and rewrites the page. */
export function publish(rows, { known: rowNames, code }) {
  const before = existsSync(store) ? JSON.parse(readFileSync(store, 'utf8')) : []
  const results = new Map(before.map((row) => [row.row, row]))
  const date = new Date().toISOString().slice(0, 10)
  for (const row of rows) results.set(row.row, { ...row, date, commit: code, machine: machine() })
  // Rows that no longer exist leave the table; rows that never ran are listed without results.
  const merged = rowNames.map((row) => results.get(row) ?? { row, what: '' })
  writeFileSync(store, `${JSON.stringify(merged, null, 2)}\n`)
  writeFileSync(page, pageOf(merged))
}

const line = (cells) => `| ${cells.join(' | ')} |`

const gapOf = (row) =>
  row.what === ''
    ? `- **${row.row}**: not run in its full count yet.`
    : `- **${row.row}**: ${verdictOf(row)}. ${[...(row.findings ?? []), ...(row.notes ?? [])].join('. ')}`

/** Returns the page about these rows, as Markdown. */
export function pageOf(rows) {
  const gaps = rows.filter((row) => verdictOf(row) !== 'passed')
  const done = rows.filter(({ what }) => what !== '')
  const missing =
    gaps.length === 0
      ? 'Every row is green in its full count.'
      : `What is not green in its full count:\n\n${gaps.map(gapOf).join('\n')}`
  const details = done.flatMap(({ row, notes = [] }) => notes.map((text) => `- ${row}: ${text}`))
  return `# Reliability

Written by \`npm run drill\`; \`npm run drill -- --row NAME\` does one row again. Each drill runs against the
built server over HTTP, on a real database, and counts what was lost, doubled, leaked or fell over. A row
passes when it reached its count, found nothing, and found something in a server that was broken on purpose
(\`tests/drill\` has both). After each the ledger check must find every invariant kept. Each row is published
when it is done, with the commit that it ran at.

${missing}

${line([...headings.slice(0, -1), 'result', 'on', 'commit'])}
|${'---|'.repeat(headings.length + 2)}
${done.map((row) => line([...cellsOf(row), row.date ?? '', row.commit ?? ''])).join('\n')}

## What else was counted

${details.join('\n')}

## On what

${[...new Set(done.map(({ machine: on }) => `- ${on}`))].join('\n')}
`
}

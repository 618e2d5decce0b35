// Opens every export in LibreOffice, in Italian and in English, and compares the cells with the page's totals.
// npx tsx scripts/spreadsheets/run.ts  needs `npm run build`, and LibreOffice Calc (apt-get install libreoffice-calc)
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createSender, signIn, signUp } from '../bench/merchant.ts'
import { startServer } from '../bench/server.ts'
import { readSheet } from './flat-sheet.ts'
import { faultOf, type Opening, parse } from './opened-cells.ts'
import { createRows, type Export, readExports } from './rows.ts'
import { kindOf, sumsOf } from './sums.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'incasso-spreadsheets-'))

const ALL_SEPARATORS = '44/59/9'

const openings: Opening[] = (
  [
    ['it-IT', 'excel-it', '59'],
    ['en-US', 'excel-en', '44'],
    ['en-US', 'csv', '44'],
  ] as const
).flatMap(([language, layout, separator]) =>
  [separator, ALL_SEPARATORS].flatMap((separators) =>
    [true, false].map((hasDates) => ({
      name: `${layout} in ${language}, separators ${separators}, dates ${hasDates ? 'recognized' : 'as text'}`,
      language,
      layout,
      separators,
      hasDates,
    })),
  ),
)

/** Converts the files by a LibreOffice in a language. */
function open(files: readonly string[], { language, separators, hasDates }: Opening, to: string) {
  const profile = path.join(folder, `profile-${language}`)
  mkdirSync(path.join(profile, 'user'), { recursive: true })
  writeFileSync(
    path.join(profile, 'user/registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale" oor:op="fuse"><value>${language}</value></prop></item></oor:items>`,
  )
  const languageId = { 'it-IT': 1040, 'en-US': 1033 }[language]
  const filter = `CSV:${separators},34,76,1,,${languageId},false,${hasDates},false`
  execFileSync(
    'soffice',
    [
      `-env:UserInstallation=file://${profile}`,
      '--headless',
      `--infilter=${filter}`,
      '--convert-to',
      'fods',
      '--outdir',
      to,
      ...files,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
}

const fileOf = ({ name }: Export, layout: string) =>
  path.join(folder, `${name.replace('/', '-')}-${layout}.csv`)

async function download(url: string, cookie: string, exports: readonly Export[]): Promise<void> {
  for (const file of exports) {
    for (const layout of ['excel-it', 'excel-en', 'csv']) {
      const address = `${url}/api/${file.name}/export?layout=${layout}&${file.query}`
      const response = await fetch(address, { headers: { cookie } })
      if (!response.ok) throw new Error(`${address} responded with ${response.status}`)
      writeFileSync(fileOf(file, layout), Buffer.from(await response.arrayBuffer()))
    }
  }
}

/** Returns the faults of a file that was opened, and the number of its compared cells. */
function compare(file: Export, opening: Opening, opened: string) {
  const { layout } = opening
  const english = parse(readFileSync(fileOf(file, 'excel-en'), 'utf8'), ',')[0] ?? []
  const sent = parse(readFileSync(fileOf(file, layout), 'utf8'), layout === 'excel-it' ? ';' : ',')
  const rows = readSheet(readFileSync(opened, 'utf8'))
  const faults: string[] = []
  let cells = 0
  for (const [n, row] of sent.entries()) {
    if (n === 0) continue
    for (const [column, heading] of english.entries()) {
      const cell = rows[n]?.[column] ?? { type: 'empty', value: '', formula: undefined }
      const isTotal = row[column]?.startsWith('Total') === true
      const kind = isTotal ? 'text' : kindOf(heading)
      const fault = faultOf(kind, row[column] ?? '', cell, opening)
      cells++
      if (fault) faults.push(`${heading}: ${JSON.stringify(row[column])} ${fault}`)
    }
  }
  const found = sumsOf(file.name, english, rows.slice(1))
  for (const [name, sum] of Object.entries(file.sums)) {
    if (found[name] !== sum) faults.push(`the sum ${name} is ${found[name]}, the page has ${sum}`)
  }
  return { faults, cells }
}

const email = 'sheets@example.com'
const server = await startServer(
  `file:${path.join(folder, 'incasso.db')}`,
  randomBytes(32).toString('base64'),
)
try {
  const send = createSender(server.url)
  await signUp(send, { email, timezone: 'Europe/Rome' })
  await createRows(send)
  const exports = await readExports(send)
  await download(server.url, await signIn(server.url, { email }), exports)
  for (const opening of openings) {
    const to = mkdtempSync(path.join(folder, 'opened-'))
    open(
      exports.map((file) => fileOf(file, opening.layout)),
      opening,
      to,
    )
    process.stdout.write(`${opening.name}\n`)
    for (const file of exports) {
      const opened = path.join(to, path.basename(fileOf(file, opening.layout), '.csv'))
      const { faults, cells } = compare(file, opening, `${opened}.fods`)
      if (faults.length > 0) process.exitCode = 1
      const sums = Object.entries(file.sums).map(([name, sum]) => `${name} ${sum}`)
      process.stdout.write(
        `  ${faults.length > 0 ? '✗' : '✓'} ${file.name}: ${cells} cells; ${sums.join(', ')}\n`,
      )
      for (const fault of faults) process.stdout.write(`      ${fault}\n`)
    }
  }
} finally {
  await server.stop()
  if (process.env['KEEP_FILES'] === undefined) rmSync(folder, { recursive: true })
  else process.stdout.write(`${folder}\n`)
}

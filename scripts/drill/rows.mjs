import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from '../lib/paths.mjs'

const folder = inRoot('tests/drill')
const databases = ['sqlite', 'postgres']

const isTrue = (text, name) => new RegExp(`^ {2}${name}: true,$`, 'm').test(text)

/** Returns the rows that the text of one drill defines: one, or one for each database. */
function rowsIn(text, file) {
  const row = /^ {2}row: '([\w-]+)',$/m.exec(text)?.[1]
  if (row === undefined) throw new Error(`${file} has a drill whose row has no name.`)
  const about = { file, family: row, measuresTime: isTrue(text, 'measuresTime') }
  const only = /^ {2}only: '(\w+)',$/m.exec(text)?.[1]
  if (only !== undefined) return [[row, { ...about, database: only }]]
  return databases.map((database) => [`${row}-${database}`, { ...about, database }])
}

/**
 * Returns all rows by name, each with its file and database. Parses the text of the drills, because loading
 * them all takes half a minute. A drill about one database names it in `only`; any other is one row for each
 * database. A drill that measures time has `measuresTime: true`.
 */
export function drillRows() {
  const rows = []
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.test.ts'))) {
    const file = join(folder, name)
    for (const [, text] of readFileSync(file, 'utf8').matchAll(/^drill\(\{(.*?)^\}\)/gms)) {
      rows.push(...rowsIn(text, file))
    }
  }
  return new Map(rows.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/**
 * Returns the rows of these names: `kill-sqlite` names one row, `kill` all rows of that drill. No names mean all
 * rows.
 */
export function chosenRows(allRows, names = []) {
  const chosen = new Set()
  for (const name of names) {
    const matching = [...allRows].filter(([row, { family }]) => row === name || family === name)
    if (matching.length === 0) {
      throw new Error(`There is no row ${name}. Rows: ${[...allRows.keys()].join(', ')}`)
    }
    for (const [row] of matching) chosen.add(row)
  }
  return new Map([...allRows].filter(([row]) => names.length === 0 || chosen.has(row)))
}

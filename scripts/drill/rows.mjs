import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from '../lib/paths.mjs'

const folder = inRoot('tests/drill')
const databases = ['sqlite', 'postgres']

/**
 * The rows there are, by name, each with its file. They are read from the text of the drills: loading
 * them all takes half a minute. A drill that is about one database names it by `only`; any other is
 * one row for each.
 */
export function drillRows() {
  const rows = new Map()
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.test.ts'))) {
    const file = join(folder, name)
    for (const [, text] of readFileSync(file, 'utf8').matchAll(/^drill\(\{(.*?)^\}\)/gms)) {
      const row = /^ {2}row: '([\w-]+)',$/m.exec(text)?.[1]
      if (row === undefined) throw new Error(`${name} has a drill whose row has no name.`)
      const isOfOne = /^ {2}only: '\w+',$/m.test(text)
      for (const database of databases) rows.set(isOfOne ? row : `${row}-${database}`, file)
    }
  }
  return new Map([...rows].toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

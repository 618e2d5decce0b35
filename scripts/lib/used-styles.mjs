// Leaves out the styles of Mantine's components that the page does not use. The library ships the styles of all its
// components in one file, and a browser reads all of it before it paints anything.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import postcss from 'postcss'
import { inRoot } from './paths.mjs'

const CORE = inRoot('node_modules/@mantine/core/esm')
/** Packages whose components are built from components of the core package. */
const OTHERS = ['dates', 'notifications', 'spotlight'].map((name) =>
  inRoot(`node_modules/@mantine/${name}/esm`),
)
const SHEET = /@mantine\/core\/styles\.layer\.css$/

/** Classes of the library: m_ and a hash. */
const CLASS = /\bm_[0-9a-f]{5,8}\b/g
const FROM_CORE = /import\s*\{([^}]*)\}\s*from\s*["']@mantine\/core["']/g
const IMPORTED_FILE = /(?:from|import)\s*["'](\.[^"']+)["']/g
const EXPORTED_FILE = /import \{([^}]*)\} from "(\.[^"]+)"/g

const classesIn = (text) => text.match(CLASS) ?? []

function* scriptsIn(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (/\.(?:tsx?|mjs)$/.test(name)) yield readFileSync(path.join(folder, name), 'utf8')
  }
}

/** Returns the exports of the core that some script in the folders imports. */
function importedNames(folders) {
  const names = new Set()
  for (const folder of folders) {
    for (const text of scriptsIn(folder)) {
      for (const [, list] of text.matchAll(FROM_CORE)) {
        for (const part of list.split(',')) {
          names.add(
            part
              .trim()
              .replace(/^type\s+/, '')
              .split(/\s+as\s+/)[0],
          )
        }
      }
    }
  }
  return names
}

/** Returns the classes of these exports of the core, and of all components of which they consist. */
function classesOf(names) {
  const classes = new Set()
  const visited = new Set()
  const visit = (file) => {
    if (visited.has(file)) return
    visited.add(file)
    const text = readFileSync(file, 'utf8')
    if (file.endsWith('.module.mjs')) for (const name of classesIn(text)) classes.add(name)
    for (const [, imported] of text.matchAll(IMPORTED_FILE)) {
      visit(path.resolve(path.dirname(file), imported))
    }
  }
  for (const [, list, file] of readFileSync(path.join(CORE, 'index.mjs'), 'utf8').matchAll(
    EXPORTED_FILE,
  )) {
    const exported = list.split(',').map((part) =>
      part
        .trim()
        .split(/\s+as\s+/)
        .at(-1),
    )
    if (exported.some((name) => names.has(name))) visit(path.join(CORE, file))
  }
  return classes
}

/** Returns the classes of the library's core that the page's scripts can use. */
export const usedClasses = () => classesOf(importedNames([inRoot('src'), ...OTHERS]))

const GROUP = /(:[\w-]+)\(([^()]*)\)/

/**
 * Returns the classes without which a selector matches nothing. Classes in alternatives and negations are not among
 * them.
 */
function neededClasses(selector) {
  let rest = selector
  for (let found = GROUP.exec(rest); found; found = GROUP.exec(rest)) {
    const [group, name, content] = found
    const isNeeded = /^:(?:where|is|has)$/.test(name) && !content.includes(',')
    rest = rest.replace(group, isNeeded ? content : '')
  }
  return classesIn(rest)
}

/** Returns the style sheet without rules that need a class outside of `used`. */
export function withoutUnused(css, used) {
  const root = postcss.parse(css)
  root.walkRules((rule) => {
    const kept = rule.selectors.filter((each) =>
      neededClasses(each).every((name) => used.has(name)),
    )
    if (kept.length === rule.selectors.length) return
    if (kept.length === 0) rule.remove()
    else rule.selectors = kept
  })
  root.walkAtRules((at) => {
    if (at.nodes?.length === 0 && at.name !== 'layer') at.remove()
  })
  return root.toString()
}

/** @returns {import('vite').Plugin} */
export const usedStyles = () => ({
  name: 'used-styles',
  apply: 'build',
  enforce: 'pre',
  transform(css, id) {
    return SHEET.test(id) ? { code: withoutUnused(css, usedClasses()), map: null } : undefined
  },
})

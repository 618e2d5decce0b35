// An oxlint plugin with the rules of this project that oxlint lacks.
import { dirname, relative, sep } from 'node:path'
import { root } from '../lib/paths.mjs'
import { MAX_FILES, sourceFilesIn } from './folder-size.mjs'
import { whyForbidden } from './imports.mjs'
import {
  commentsIn,
  hidingWord,
  imageIn,
  imageInName,
  isParticiple,
  negatedNounIn,
} from './plain-english.mjs'
import { foreignProcessor } from './processor-names.mjs'

const pathOf = (context) => relative(root, context.filename).split(sep).join('/')

const isTypeOnly = (node) =>
  node.importKind === 'type' ||
  node.exportKind === 'type' ||
  (node.specifiers?.length > 0 &&
    node.specifiers.every((each) => each.importKind === 'type' || each.exportKind === 'type'))

const imports = {
  meta: { type: 'problem' },
  create(context) {
    const from = pathOf(context)
    const check = (node) => {
      if (typeof node.source?.value !== 'string') return
      const message = whyForbidden({
        from,
        specifier: node.source.value,
        typeOnly: isTypeOnly(node),
      })
      if (message) context.report({ node: node.source, message })
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    }
  },
}

const noBarrel = {
  meta: { type: 'problem' },
  create(context) {
    if (!/(^|\/)index\.tsx?$/.test(pathOf(context))) return {}
    const check = (node) => {
      if (node.source) context.report({ node, message: 'No barrels: import from the file itself.' })
    }
    return { ExportNamedDeclaration: check, ExportAllDeclaration: check }
  },
}

const noClock = {
  meta: { type: 'problem' },
  create(context) {
    const message = 'Time comes through the context (ctx.now()), so that a test can set it.'
    const isDate = (node) => node.type === 'Identifier' && node.name === 'Date'
    return {
      NewExpression(node) {
        if (isDate(node.callee) && node.arguments.length === 0) context.report({ node, message })
      },
      MemberExpression(node) {
        if (isDate(node.object) && node.property.name === 'now') context.report({ node, message })
      },
    }
  },
}

const SQL = 'SQL belongs in *.queries.ts: write a function there and call it.'
const STATEMENTS = new Set([
  'selectFrom',
  'selectNoFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
])

const sqlInQueries = {
  meta: { type: 'problem' },
  create(context) {
    const from = pathOf(context)
    if (!from.startsWith('src-server/') || from.endsWith('.queries.ts')) return {}
    return {
      CallExpression({ callee }) {
        if (STATEMENTS.has(callee.property?.name)) context.report({ node: callee, message: SQL })
      },
      ImportDeclaration(node) {
        const isSql = (each) => each.imported?.name === 'sql' && each.importKind !== 'type'
        if (node.source.value !== 'kysely' || !node.specifiers.some(isSql)) return
        context.report({ node, message: SQL })
      },
    }
  },
}

const noSleep = {
  meta: { type: 'problem' },
  create(context) {
    const message = 'No sleeps in tests: wait for what should happen.'
    return {
      MemberExpression(node) {
        if (node.property.name === 'waitForTimeout') context.report({ node, message })
      },
      ImportDeclaration(node) {
        if (node.source.value === 'node:timers/promises') context.report({ node, message })
      },
      // new Promise((resolve) => setTimeout(resolve, …))
      NewExpression(node) {
        const [executor] = node.arguments
        if (node.callee.name !== 'Promise' || !executor?.params) return
        const resolve = executor.params[0]?.name
        const body =
          executor.body.type === 'BlockStatement'
            ? executor.body.body[0]?.expression
            : executor.body
        if (body?.callee?.name === 'setTimeout' && body.arguments[0]?.name === resolve) {
          context.report({ node, message })
        }
      },
    }
  },
}

const CLOCKS = new Set(['Date.now', 'performance.now', 'process.hrtime', 'hrtime.bigint'])
const COMPARES = new Set(['<', '<=', '>', '>='])
const SHORTEST_WAIT_MS = 60_000
const TOO_SHORT = 'A slow machine would miss this: wait a minute.'
const WAITS = new Set(['vi.waitFor', 'vi.waitUntil'])

/** Returns true for a constant: `Date.now() - DAY_MS` is an instant, `Date.now() - startedAt` measures a duration. */
const isConstant = (node) =>
  node.type === 'Literal' ||
  (node.type === 'Identifier' && /^[A-Z][A-Z\d_]*$/.test(node.name)) ||
  (node.type === 'BinaryExpression' && isConstant(node.left) && isConstant(node.right))

const noWallClock = {
  meta: { type: 'problem' },
  create(context) {
    const message =
      'A slow machine would fail this: count, or pass a clock in. What measures time is a timed test.'
    let expecting = 0
    const isExpect = (node) => node.callee.name === 'expect'
    const isOneOf = (names, node) =>
      node?.type === 'CallExpression' &&
      node.callee.type === 'MemberExpression' &&
      names.has(`${node.callee.object.name}.${node.callee.property.name}`)
    const isClock = (node) => isOneOf(CLOCKS, node)
    // Code stores an instant in order to compare it with a later one.
    const reportClock = (value) => {
      if (isClock(value)) context.report({ node: value, message })
    }
    return {
      CallExpression(node) {
        if (isExpect(node)) expecting += 1
        else if (expecting > 0 && isClock(node)) context.report({ node, message })
        // vi.waitFor and vi.waitUntil wait for one second by default.
        if (isOneOf(WAITS, node) && node.arguments.length < 2) {
          context.report({ node, message: TOO_SHORT })
        }
      },
      VariableDeclarator({ init }) {
        reportClock(init)
      },
      AssignmentExpression({ right }) {
        reportClock(right)
      },
      'CallExpression:exit'(node) {
        if (isExpect(node)) expecting -= 1
      },
      BinaryExpression(node) {
        const { operator, left, right } = node
        if (!isClock(left) && !isClock(right)) return
        const isDuration = operator === '-' && (isClock(right) || !isConstant(right))
        if (isDuration || COMPARES.has(operator)) context.report({ node, message })
      },
      // A timeout of a second or less is one attempt of several; a wait for an outcome needs a minute.
      Property({ key, value }) {
        if (key.name !== 'timeout' || typeof value.value !== 'number') return
        if (value.value <= 1000 || value.value >= SHORTEST_WAIT_MS) return
        context.report({ node: value, message: TOO_SHORT })
      },
    }
  },
}

const processorNames = {
  meta: { type: 'problem' },
  create: (context) => ({
    Program(node) {
      const name = foreignProcessor(pathOf(context), context.sourceCode.text)
      if (!name) return
      const message = `${name} belongs in its folder under processors/: the rest asks its plug-in.`
      context.report({ node, message })
    },
  }),
}

const folderSize = {
  meta: { type: 'problem' },
  create: (context) => ({
    Program(node) {
      const folder = dirname(pathOf(context))
      const count = sourceFilesIn(folder, dirname(context.filename))
      if (count <= MAX_FILES) return
      const message = `${folder} has ${count} source files: divide it into folders of ${MAX_FILES} at most.`
      context.report({ node, message })
    },
  }),
}

const plainComments = {
  meta: { type: 'problem' },
  create: (context) => ({
    Program() {
      const { sourceCode } = context
      for (const comment of commentsIn(sourceCode.getAllComments(), sourceCode.text)) {
        const word = hidingWord(comment.text)
        if (!word) continue
        const message = `A comment begins with its subject or a verb, not with "${word}".`
        context.report({ loc: comment.loc, message })
      }
    },
  }),
}

const plainNegation = {
  meta: { type: 'problem' },
  create: (context) => ({
    Program() {
      const { sourceCode } = context
      for (const comment of commentsIn(sourceCode.getAllComments(), sourceCode.text)) {
        const words = negatedNounIn(comment.text)
        if (!words) continue
        const message = `Write "is not a …" or a verb instead of "${words}".`
        context.report({ loc: comment.loc, message })
      }
    },
  }),
}

const nounTypes = {
  meta: { type: 'problem' },
  create(context) {
    const check = ({ id }) => {
      if (!isParticiple(id.name)) return
      context.report({ node: id, message: 'A type is a noun of the domain, not a participle.' })
    }
    return { TSTypeAliasDeclaration: check, TSInterfaceDeclaration: check }
  },
}

const plainWords = {
  meta: { type: 'problem' },
  create(context) {
    const check = (id) => {
      const names = id?.type === 'Identifier' ? [id] : bindingsIn(id)
      for (const node of names) {
        const word = imageInName(node.name)
        if (word) context.report({ node, message: `"${word}" is an image: use the field's term.` })
      }
    }
    const declaration = ({ id }) => check(id)
    const callable = ({ id, params }) => {
      check(id)
      for (const param of params) check(param)
    }
    return {
      Program() {
        const { sourceCode } = context
        for (const comment of commentsIn(sourceCode.getAllComments(), sourceCode.text)) {
          const word = imageIn(comment.text)
          if (!word) continue
          const message = `"${word}" is an image or old-fashioned: use the field's term.`
          context.report({ loc: comment.loc, message })
        }
      },
      VariableDeclarator: declaration,
      ClassDeclaration: declaration,
      TSTypeAliasDeclaration: declaration,
      TSInterfaceDeclaration: declaration,
      FunctionDeclaration: callable,
      ArrowFunctionExpression: callable,
    }
  },
}

/** Returns the identifiers that a pattern declares, such as `row` in `{ payment: row }`. */
function bindingsIn(pattern) {
  if (pattern?.type === 'Identifier') return [pattern]
  if (pattern?.type === 'ObjectPattern') {
    return pattern.properties.flatMap((each) => bindingsIn(each.value ?? each.argument))
  }
  if (pattern?.type === 'ArrayPattern') return pattern.elements.flatMap(bindingsIn)
  if (pattern?.type === 'AssignmentPattern') return bindingsIn(pattern.left)
  if (pattern?.type === 'RestElement') return bindingsIn(pattern.argument)
  return []
}

export default {
  meta: { name: 'house' },
  rules: {
    imports,
    'no-barrel': noBarrel,
    'no-clock': noClock,
    'no-sleep': noSleep,
    'no-wall-clock': noWallClock,
    'processor-names': processorNames,
    'folder-size': folderSize,
    'plain-comments': plainComments,
    'plain-negation': plainNegation,
    'noun-types': nounTypes,
    'plain-words': plainWords,
    'sql-in-queries': sqlInQueries,
  },
}

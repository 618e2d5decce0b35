// Counts comments that hide their subject, comments with images, and types named by a participle, for each folder.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ts } from '@ts-morph/common'
import { root } from './lib/paths.mjs'
import { commentsIn, hidingWord, imageIn, isParticiple } from './lint/plain-english.mjs'

const FOLDERS = ['src', 'src-server', 'src-sdk', 'db', 'scripts', 'tests']

const files = execFileSync('git', ['ls-files', ...FOLDERS], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:ts|tsx|mjs)$/.test(file) && !file.endsWith('.gen.ts'))

/** The comments of a file, in the form that a linter gives them to its rules. */
function commentsOf(source) {
  const { text } = source
  const found = new Map()
  const visit = (node) => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
    ]
    for (const { pos, end, kind } of ranges) {
      const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia
      const value = text.slice(pos + 2, isLine ? end : end - 2)
      found.set(pos, { type: isLine ? 'Line' : 'Block', value, range: [pos, end] })
    }
    for (const child of node.getChildren(source)) visit(child)
  }
  visit(source)
  const inOrder = [...found.values()].toSorted((a, b) => a.range[0] - b.range[0])
  return commentsIn(inOrder, text)
}

function participlesIn(source) {
  let count = 0
  const visit = (node) => {
    const isType = ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)
    if (isType && isParticiple(node.name.text)) count += 1
    ts.forEachChild(node, visit)
  }
  visit(source)
  return count
}

const none = () => ({ comments: 0, hidden: 0, images: 0, participles: 0 })
const counts = Object.fromEntries([...FOLDERS, 'all'].map((folder) => [folder, none()]))
for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const comments = commentsOf(source)
  const found = {
    comments: comments.length,
    hidden: comments.filter((comment) => hidingWord(comment.text)).length,
    images: comments.filter((comment) => imageIn(comment.text)).length,
    participles: participlesIn(source),
  }
  for (const folder of [file.split('/')[0], 'all']) {
    for (const [name, count] of Object.entries(found)) counts[folder][name] += count
  }
}

console.table(
  Object.fromEntries(
    Object.entries(counts).map(([folder, { comments, hidden, ...others }]) => [
      folder,
      { comments, hidden, share: `${((100 * hidden) / comments).toFixed(1)} %`, ...others },
    ]),
  ),
)

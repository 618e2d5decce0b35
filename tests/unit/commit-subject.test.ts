import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const hook = fileURLToPath(new URL('../../scripts/hooks/commit-msg', import.meta.url))

function runHook(message: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-commit-'))
  const file = path.join(folder, 'message')
  writeFileSync(file, message)
  try {
    execFileSync(hook, [file], { stdio: 'pipe' })
    return 'taken'
  } catch (error) {
    return String((error as { stderr: Buffer }).stderr)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test.each(['Sort customers by spending in the sequence drill', 'Seed the demo\n\nWhy it is so.'])(
  'the commit hook accepts %j',
  (message) => {
    expect(runHook(message)).toBe('taken')
  },
)

test.each([
  [`Sort ${'x'.repeat(70)}`, '75 characters'],
  ['Sorted customers by spending', 'imperative'],
  ['Sorting customers by spending', 'imperative'],
  ['sort customers by spending', 'capital verb'],
  ['Fix', 'names the thing'],
  ['Sort customers by spending.', 'not a sentence'],
])('the commit hook refuses %j', (message, reason) => {
  expect(runHook(message)).toContain(reason)
})

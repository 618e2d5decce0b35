import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { survivingLength } from '../support/synced.ts'

const wal = '/data/incasso.db-wal'
const write = (from: number, bytes: number, file = wal) =>
  `7 pwrite64(20<${file}>, ""..., ${bytes}, ${from}) = ${bytes}`
const sync = `7 fdatasync(20<${wal}>) = 0`

function surviving(lines: string[], before = 0) {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-test-'))
  const log = path.join(folder, 'calls')
  writeFileSync(log, lines.join('\n'))
  try {
    return survivingLength(log, { file: wal, before })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test.each<[string, string[], number, number]>([
  ['all that was synced', [write(0, 32), write(32, 100), sync], 0, 132],
  ['nothing behind the last sync', [write(0, 32), sync, write(32, 100)], 0, 32],
  ['what was there before', [], 500, 500],
  ['what was there before, without what was added', [write(500, 100)], 500, 500],
  ['nothing of a log that begins anew and was not synced', [write(0, 32)], 500, 0],
  ['a log that began anew and was synced', [write(0, 32), sync], 500, 500],
  ['no write to another file', [write(0, 9000, '/data/incasso.db')], 100, 100],
])('a power cut leaves %s', (_, lines, before, length) => {
  expect(surviving(lines, before).length).toBe(length)
})

import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { expect, test } from 'vitest'
import { isLogLong, LONG_LOG_PAGES, makeCheckpoints } from '#db/checkpoints.ts'
import { sharedGate, sharedWords } from '#db/gate.ts'

test('a long log is brought into the file beside a writer, and begins anew', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-checkpoints-'))
  const file = path.join(folder, 'pages.db')
  const writer = new SqliteDatabase(file)
  writer.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0')
  writer.exec('create table pages (page integer primary key, filling blob)')
  const fill = writer.prepare('insert into pages (filling) values (zeroblob(4000))')
  const write = (pages: number) => writer.transaction(() => repeat(pages, () => fill.run()))()
  write(LONG_LOG_PAGES + 1000)
  expect(isLogLong(writer)).toBe(true)

  const fd = openSync(file, 'r+')
  let written = 0
  let heldTimes = 0
  const words = sharedWords()
  await makeCheckpoints({
    file,
    gate: sharedGate(words, 'checkpoints'),
    sync: () => {
      fsyncSync(fd)
      // Somebody writes while the checkpoint is under way, as often as it lets them.
      write(10)
      written += 10
    },
    idleMs: 1,
    onHeld: () => {
      heldTimes += 1
    },
  })

  expect(isLogLong(writer)).toBe(false)
  expect(written).toBeGreaterThan(0)
  expect(heldTimes).toBe(1)
  expect(sharedGate(words, 'writing').tryEnter()).toBe(true)
  write(1)
  const [state] = writer.pragma('wal_checkpoint(noop)') as { log: number }[]
  expect(state?.log).toBeLessThan(10)
  expect(writer.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(writer.prepare('select count(*) from pages').pluck().get()).toBe(
    LONG_LOG_PAGES + 1001 + written,
  )
  writer.close()
  closeSync(fd)
  rmSync(folder, { recursive: true, force: true })
})

function repeat(times: number, work: () => void): void {
  for (let n = 0; n < times; n++) work()
}

import { once } from 'node:events'
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import SqliteDatabase from 'better-sqlite3'
import { expect, test } from 'vitest'
import {
  HUGE_LOG_PAGES,
  isLogLong,
  LONG_LOG_PAGES,
  makeCheckpoints,
} from '#db/sqlite/checkpoints.ts'
import { createLockMemory, sharedWriteLock } from '#db/sqlite/write-lock.ts'

function openPageDatabase() {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-checkpoints-'))
  const file = path.join(folder, 'pages.db')
  const writer = new SqliteDatabase(file)
  writer.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 0')
  writer.exec('create table pages (page integer primary key, filling blob)')
  const fill = writer.prepare('insert into pages (filling) values (zeroblob(4000))')
  const lockMemory = createLockMemory()
  return {
    file,
    writer,
    lockMemory,
    writeLock: sharedWriteLock(lockMemory, 'checkpoints'),
    write: (pages: number) => writer.transaction(() => repeat(pages, () => fill.run()))(),
    logPages: () => (writer.pragma('wal_checkpoint(noop)') as { log: number }[])[0]?.log,
    [Symbol.dispose]: () => {
      writer.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

test('a checkpoint copies a long log into the file while another writes, and the log restarts', async () => {
  using shop = openPageDatabase()
  const { file, writeLock, writer, lockMemory, write } = shop
  write(LONG_LOG_PAGES + 1000)
  expect(isLogLong(writer)).toBe(true)

  const fd = openSync(file, 'r+')
  let written = 0
  let lockedCount = 0
  await makeCheckpoints({
    file,
    writeLock,
    sync: () => {
      fsyncSync(fd)
      // Simulates another writer, which writes at each sync of the checkpoint.
      write(10)
      written += 10
    },
    idleMs: 1,
    onHeld: () => {
      lockedCount += 1
    },
  })

  expect(isLogLong(writer)).toBe(false)
  expect(written).toBeGreaterThan(0)
  expect(lockedCount).toBe(1)
  expect(sharedWriteLock(lockMemory, 'writing').tryAcquire()).toBe(true)
  write(1)
  expect(shop.logPages()).toBeLessThan(10)
  expect(writer.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(writer.prepare('select count(*) from pages').pluck().get()).toBe(
    LONG_LOG_PAGES + 1001 + written,
  )
  closeSync(fd)
})

/** A thread with two connections that read alternately and overlap, so that at least one connection always reads. */
const overlappingReaders = `
  const { workerData, parentPort } = require('node:worker_threads')
  const SqliteDatabase = require('better-sqlite3')
  const { file, stop } = workerData
  const readers = [new SqliteDatabase(file), new SqliteDatabase(file)]
  const begin = (reader) => reader.exec('begin; select count(*) from pages where page = 1')
  begin(readers[0])
  parentPort.postMessage('reading')
  while (Atomics.wait(stop, 0, 0, 50) === 'timed-out') {
    begin(readers[1])
    readers[0].exec('commit')
    readers.reverse()
  }
  for (const reader of readers) reader.close()
`

test('a huge log restarts although there is always a reader', async () => {
  using shop = openPageDatabase()
  const { file, writeLock, write } = shop
  write(10)
  const stop = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(overlappingReaders, { eval: true, workerData: { file, stop } })
  await once(worker, 'message')

  // Writes go on all the time too, so that no reader begins while the whole log is in the file.
  const more = () => write(10)
  while ((shop.logPages() ?? 0) < HUGE_LOG_PAGES) {
    write(LONG_LOG_PAGES)
    await makeCheckpoints({
      file,
      writeLock,
      sync: more,
      onHeld: more,
      idleMs: 1,
      waitForReadersMs: 60_000,
    })
    if ((shop.logPages() ?? 0) < LONG_LOG_PAGES) break
  }

  expect(shop.logPages()).toBeLessThan(LONG_LOG_PAGES)
  Atomics.store(stop, 0, 1)
  Atomics.notify(stop, 0)
  await once(worker, 'exit')
})

function repeat(times: number, work: () => void): void {
  for (let n = 0; n < times; n++) work()
}

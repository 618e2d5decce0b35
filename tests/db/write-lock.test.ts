import { Worker } from 'node:worker_threads'
import { afterEach, expect, test, vi } from 'vitest'
import {
  PAUSE_EVERY_MS,
  PAUSE_MS,
  releaseFor,
  sharedWords,
  sharedWriteLock,
  type WriteLock,
} from '#db/sqlite/write-lock.ts'

afterEach(() => vi.useRealTimers())

/** Returns whether the promise has resolved after all ready work has run. */
async function isResolved(promise: Promise<unknown>): Promise<boolean> {
  let hasResolved = false
  const watchPromise = async () => {
    await promise
    hasResolved = true
  }
  void watchPromise()
  for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve))
  return hasResolved
}

test('the write lock goes to the first in line, and to one holder at a time', async () => {
  const words = sharedWords()
  const [answering, writing, checkpoints] = (['answering', 'writing', 'checkpoints'] as const).map(
    (holder) => sharedWriteLock(words, holder),
  ) as [WriteLock, WriteLock, WriteLock]

  expect(answering.tryAcquire()).toBe(true)
  expect(answering.hasWaiters()).toBe(false)
  const second = writing.acquire()
  expect(answering.hasWaiters()).toBe(true)
  expect(checkpoints.tryAcquire()).toBe(false)
  const third = checkpoints.acquire()
  expect(await isResolved(second)).toBe(false)

  answering.release()
  await second
  expect(await isResolved(third)).toBe(false)
  // A party that has just released the lock queues behind the waiting parties.
  expect(answering.tryAcquire()).toBe(false)
  writing.release()
  await third
  checkpoints.release()
  expect(answering.tryAcquire()).toBe(true)
})

test('a thread without the lock releases nothing when it calls release', () => {
  const words = sharedWords()
  const [answering, writing] = [
    sharedWriteLock(words, 'answering'),
    sharedWriteLock(words, 'writing'),
  ]
  expect(answering.tryAcquire()).toBe(true)

  writing.release()

  expect(writing.tryAcquire()).toBe(false)
})

test.each([
  ['held it', (writing: WriteLock) => expect(writing.tryAcquire()).toBe(true)],
  ['waited for it', (writing: WriteLock) => void writing.acquire()],
])('a thread that ended while it %s blocks no other', async (_, prepare) => {
  const words = sharedWords()
  const [answering, writing, checkpoints] = (['answering', 'writing', 'checkpoints'] as const).map(
    (holder) => sharedWriteLock(words, holder),
  ) as [WriteLock, WriteLock, WriteLock]
  const holdsLock = _ !== 'held it' && answering.tryAcquire()
  prepare(writing)
  const next = checkpoints.acquire()

  releaseFor(words, 'writing')
  if (holdsLock) answering.release()

  await next
  checkpoints.release()
  expect(answering.tryAcquire()).toBe(true)
})

/** A thread that acquires the lock, adds to a number in two steps, and releases it. No other thread may run between the steps. */
const addInThread = `
  const { parentPort, workerData } = require('node:worker_threads')
  import('tsx/esm/api').then(({ register }) => register()).then(() => import(workerData.writeLock)).then(async ({ sharedWriteLock }) => {
    const writeLock = sharedWriteLock(workerData.words, workerData.party)
    for (let n = 0; n < workerData.times; n++) {
      if (!writeLock.tryAcquire()) await writeLock.acquire()
      const before = workerData.number[0]
      for (let idle = 0; idle < 500; idle++);
      if (n % 7 === 0) await null
      workerData.number[0] = before + 1
      writeLock.release()
    }
    parentPort.postMessage('done')
  })`

test('three threads never hold the lock at the same time', async () => {
  const words = sharedWords()
  const number = new Int32Array(new SharedArrayBuffer(4))
  const times = 3000
  const writeLock = new URL('../../db/sqlite/write-lock.ts', import.meta.url).href
  const ended = (['answering', 'writing', 'checkpoints'] as const).map((holder) => {
    const worker = new Worker(addInThread, {
      eval: true,
      workerData: { words, number, times, party: holder, writeLock },
    })
    return new Promise((resolve, reject) => {
      worker.once('error', reject)
      worker.once('exit', resolve)
    })
  })

  await Promise.all(ended)

  expect(number[0]).toBe(3 * times)
})

test('threads that write without a break all pause, so that another process can write', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const words = sharedWords()
  const lockHolders = [
    sharedWriteLock(words, 'answering'),
    sharedWriteLock(words, 'writing'),
  ] as const
  const [answering, writing] = lockHolders
  /** Writes alternately until a pause is due. Returns the milliseconds until then, and the pause's length. */
  const writeUntilPause = () => {
    for (let ms = 0; ; ms++) {
      const writeLock = lockHolders[ms % 2 === 0 ? 0 : 1]
      expect(writeLock.tryAcquire()).toBe(true)
      const pauseMs = writeLock.pauseMs()
      if (pauseMs > 0) {
        writeLock.release()
        return { ms, pauseMs }
      }
      vi.advanceTimersByTime(1)
      writeLock.release()
    }
  }

  expect(writeUntilPause()).toEqual({ ms: PAUSE_EVERY_MS, pauseMs: PAUSE_MS })
  // The other party requests the lock during the pause, and waits for the remaining time.
  vi.advanceTimersByTime(1)
  expect(writing.tryAcquire()).toBe(true)
  expect(writing.pauseMs()).toBe(PAUSE_MS - 1)
  writing.release()

  vi.advanceTimersByTime(PAUSE_MS - 1)
  expect(writeUntilPause()).toEqual({ ms: PAUSE_EVERY_MS, pauseMs: PAUSE_MS })

  // A gap in which no party wrote counts as a pause.
  vi.advanceTimersByTime(PAUSE_EVERY_MS * 2)
  expect(answering.tryAcquire()).toBe(true)
  expect(answering.pauseMs()).toBe(0)
})

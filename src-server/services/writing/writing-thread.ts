import { once } from 'node:events'
import type { Worker, WorkerOptions } from 'node:worker_threads'
import { releaseFor, sharedWriteLock } from '#db/sqlite/write-lock.ts'
import type { Logger } from '#server/core/context.ts'
import type { MerchantChange } from '#server/core/ports/live.ts'
import { traceParent } from '#server/core/tracing.ts'
import {
  receivedError,
  type WriterMessage,
  type WriterRequest,
  type WritingData,
} from './messages.ts'

/** Thrown when the writing thread ended before it responded: the request may have been carried out or not. */
export class WritingThreadEndedError extends Error {
  readonly code = 'DATABASE_BUSY'
  constructor() {
    super('the writing thread ended before it responded')
  }
}

export type WritingThreadOptions = {
  /** Starts the thread's own program. */
  start: (options: WorkerOptions) => Worker
  data: WritingData
  log: Logger
  onChange: (change: MerchantChange) => void
  /** Receives the milliseconds for which the thread blocked all other writes. */
  onHeld: (ms: number) => void
  /** Milliseconds after which a thread that died is started again. */
  restartAfterMs?: number
}

type Pending = { resolve: (result: string) => void; reject: (error: Error) => void }

/** Size of the thread's memory for new objects. Its objects are short-lived, so more would only use more memory. */
const YOUNG_MB = 16

const RESTART_AFTER_MS = 1000
/** Time limit of a stop. The thread is then terminated, and unfinished requests are rejected. */
const STOP_WITHIN_MS = 8_000

/**
 * Handle of the thread that writes to SQLite, for the thread that responds to requests. A thread that dies is started
 * again.
 */
export class WritingThread {
  readonly #options: WritingThreadOptions
  readonly #pending = new Map<number, Pending>()
  #worker: Worker | undefined
  #nextId = 1
  #isStopped = false

  constructor(options: WritingThreadOptions) {
    this.#options = options
    this.#start()
  }

  /** Sends a write to the thread; resolves to the JSON result once the write is on the disk. `input` is JSON. */
  request(call: string, input: string): Promise<string> {
    const worker = this.#worker
    if (!worker) return Promise.reject(new WritingThreadEndedError())
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      worker.postMessage({ id, call, input, parent: traceParent() } satisfies WriterRequest)
    })
  }

  /** Lets the thread finish its requests, and ends it. */
  async stop(): Promise<void> {
    this.#isStopped = true
    const worker = this.#worker
    if (!worker) return
    const ended = once(worker, 'exit')
    const timer = setTimeout(() => void worker.terminate(), STOP_WITHIN_MS)
    worker.postMessage({ id: 0, call: 'stop', input: '' } satisfies WriterRequest)
    await ended
    clearTimeout(timer)
  }

  #start(): void {
    const { start, data, log } = this.#options
    const worker = start({
      workerData: data,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    })
    this.#worker = worker
    worker.on('message', (writerMessage: WriterMessage) => this.#receive(writerMessage))
    worker.on('error', (error) => log.error({ err: error }, 'the writing thread failed'))
    worker.on('exit', () => this.#handleExit(worker))
  }

  #receive(writerMessage: WriterMessage): void {
    const { onChange, onHeld, log } = this.#options
    if (writerMessage.is === 'answered') {
      for (const change of writerMessage.changes) onChange(change)
      this.#takePending(writerMessage.id)?.resolve(writerMessage.result)
    } else if (writerMessage.is === 'failed')
      this.#takePending(writerMessage.id)?.reject(receivedError(writerMessage.error))
    else if (writerMessage.is === 'changed')
      for (const change of writerMessage.changes) onChange(change)
    else if (writerMessage.is === 'held') onHeld(writerMessage.ms)
    else if (writerMessage.is === 'logged')
      log[writerMessage.level](writerMessage.fields, writerMessage.message)
  }

  #takePending(id: number): Pending | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    return pending
  }

  #handleExit(worker: Worker): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    const { lockMemory } = this.#options.data
    // The writing thread had started the thread for checkpoints, which ended with it.
    for (const holder of ['writing', 'checkpoints'] as const) releaseFor(lockMemory, holder)
    for (const { reject } of this.#pending.values()) reject(new WritingThreadEndedError())
    this.#pending.clear()
    if (this.#isStopped) return
    setTimeout(
      () => void this.#startAgain(),
      this.#options.restartAfterMs ?? RESTART_AFTER_MS,
    ).unref()
  }

  /** Starts the thread again once no other thread waits behind the ticket of the thread that died. */
  async #startAgain(): Promise<void> {
    const writeLock = sharedWriteLock(this.#options.data.lockMemory, 'restarting')
    await writeLock.acquire()
    writeLock.release()
    if (!this.#isStopped) this.#start()
  }
}

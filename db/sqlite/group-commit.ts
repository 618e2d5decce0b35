import type { Database as Connection, Statement } from 'better-sqlite3'
import { isBusy } from '../failures.ts'
import { noLock, type WriteLock } from './write-lock.ts'
import { WRITER_WAIT_MS, WriterQueue } from './writer-queue.ts'

/** Receives for how many milliseconds a transaction, or the commit of several, blocked all other writes. */
export type OnHeld = (ms: number) => void

/** Calls back after everything that is ready to run has run. */
export type Defer = (work: () => void) => void

/** Retry interval while another process has the database; other work continues meanwhile. */
const RETRY_MS = 1

/** Saved at load, so that a fake clock in tests does not delay writes. */
const timer = setTimeout
const pause = (ms: number) => new Promise<void>((resolve) => void timer(resolve, ms))

/**
 * Thrown when an earlier failure rolled back all transactions that share a commit, including this one. Nothing of this
 * transaction is stored.
 */
export class GroupRolledBackError extends Error {
  readonly code = 'SQLITE_IOERR_GROUP'
  constructor(cause: unknown) {
    super('the database rolled back before the commit', { cause })
  }
}

/** Transactions that share one commit. */
class CommitGroup {
  isEmpty = true
  isOver = false
  isScheduled = false
  /** Rejects when nothing of the group is stored. */
  readonly outcome: Promise<void>
  #settle!: { resolve: () => void; reject: (failure: unknown) => void }

  constructor() {
    this.outcome = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
    // Waiting transactions receive the rejection; in a group without any, it must not end the process.
    this.outcome.catch(() => {})
  }

  end(failure?: { cause: unknown }): void {
    if (this.isOver) return
    this.isOver = true
    if (failure) this.#settle.reject(new GroupRolledBackError(failure.cause))
    else this.#settle.resolve()
  }
}

/**
 * A transaction of a group that shares one commit. `isFirst`: the group contains no other transaction before it.
 * `yields`: it is background work. `isWriting`: the write queue has granted it the lock.
 */
export type GroupMember = {
  readonly group: CommitGroup
  readonly isFirst: boolean
  readonly yields: boolean
  isWriting: boolean
}

/** `yields`: for background work, which yields once to transactions that arrived while it waited or ran. */
export type WriteOptions = { yields?: boolean | undefined }

/**
 * Implements group commit. An fsync costs more than the statements of a payment. So transactions that arrive while one
 * is open run one after another, each as a savepoint of one SQLite transaction. They are acknowledged together after
 * one commit. A transaction that fails rolls back alone. If the commit fails, every transaction of the group fails,
 * also those that rolled back: their reason may be a row that was never stored. The first transaction needs no
 * savepoint, for which SQLite would copy every page before changing it. While it is the only one, rolling back
 * everything is the same.
 */
export class GroupCommit {
  readonly #writerQueue: WriterQueue
  /** Acquired with the first transaction of a group, and released after its commit. */
  readonly #writeLock: WriteLock
  readonly #connection: Connection
  readonly #control: Record<'begin' | 'savepoint' | 'release' | 'commit', Statement>
  readonly #later: Defer
  #group: CommitGroup | undefined
  readonly #onHeld: OnHeld
  /**
   * True if transactions are batches already: each is committed on its own, so that none waits for another before it is
   * on the disk.
   */
  readonly #commitsEachTransaction: boolean
  #heldSinceMs = 0
  /** True if the group waits only for the end of the current transaction. */
  #isDue = false
  /** True if this thread keeps the lock for its next transaction, so that no other thread comes between. */
  #isLockKept = false

  constructor(
    connection: Connection,
    defer: Defer,
    {
      writerQueue = new WriterQueue(),
      writeLock = noLock,
      onHeld = () => {},
      commitsEachTransaction = false,
    }: {
      writerQueue?: WriterQueue
      writeLock?: WriteLock
      onHeld?: OnHeld
      commitsEachTransaction?: boolean
    } = {},
  ) {
    this.#onHeld = onHeld
    this.#commitsEachTransaction = commitsEachTransaction
    this.#connection = connection
    this.#writerQueue = writerQueue
    this.#writeLock = writeLock
    this.#control = {
      begin: connection.prepare('begin immediate'),
      savepoint: connection.prepare('savepoint member'),
      release: connection.prepare('release member'),
      commit: connection.prepare('commit'),
    }
    this.#later = defer
  }

  /** @throws DatabaseBusyError after waiting WRITER_WAIT_MS. */
  async begin({ yields = false }: WriteOptions = {}): Promise<GroupMember> {
    await this.#takeTurn()
    if (yields) await this.#yield()
    try {
      const group = await this.#open()
      const isFirst = group.isEmpty
      group.isEmpty = false
      if (!isFirst) this.#control.savepoint.run()
      return { group, isFirst, yields, isWriting: true }
    } catch (error) {
      this.#endTurn()
      throw error
    }
  }

  /**
   * Runs one statement of a transaction.
   * @throws GroupRolledBackError after a failure that rolled back the group.
   */
  run<R>({ group }: Pick<GroupMember, 'group'>, statement: () => R): R {
    // On some errors, such as a full disk, SQLite rolls back everything; later statements must not run outside a
    // transaction.
    if (!this.#connection.inTransaction) this.#forget(group, 'no transaction was open any more')
    if (group.isOver) throw new GroupRolledBackError('a statement came after it')
    try {
      return statement()
    } catch (error) {
      if (!this.#connection.inTransaction) this.#forget(group, error)
      throw error
    }
  }

  /** Resolves when the group is on the disk. */
  async commit(member: GroupMember): Promise<void> {
    if (member.isFirst) this.run(member, () => {})
    else this.run(member, () => this.#control.release.run())
    this.#endTurn(member)
    await member.group.outcome
  }

  /** Rolls back this transaction alone; rejects if the other transactions of the group could not be stored. */
  async rollback(member: GroupMember): Promise<void> {
    if (!member.isWriting) return
    const { group } = member
    if (group.isOver) {
      this.#endTurn(member)
      return
    }
    try {
      if (member.isFirst) this.#takeBack(group)
      else this.run(member, () => this.#connection.exec('rollback to member; release member'))
    } finally {
      this.#endTurn(member)
    }
    await group.outcome
  }

  /** Runs a single statement, which SQLite makes atomic by itself. */
  async single<R>(statement: () => R, { yields = false }: WriteOptions = {}): Promise<R> {
    await this.#takeTurn()
    if (yields) await this.#yield()
    const member = { group: this.#group, yields, isWriting: true }
    try {
      const group = await this.#open()
      group.isEmpty = false
      member.group = group
      return this.run({ group }, statement)
    } finally {
      this.#endTurn(member)
      await member.group?.outcome
    }
  }

  /** Runs work that must not be in a transaction, or that begins its own. */
  async alone<R>(work: () => R): Promise<R> {
    await this.#takeTurn()
    try {
      this.flush()
      await this.#acquire()
      try {
        return await retryWhileBusy(work)
      } finally {
        this.#writeLock.release()
      }
    } finally {
      this.#endTurn()
    }
  }

  /** Commits the open group. Only for the current transaction, or when there is none. */
  flush({ keepsLock = false } = {}): void {
    const group = this.#group
    this.#group = undefined
    this.#isDue = false
    if (!group) return
    try {
      this.#control.commit.run()
      group.end()
    } catch (error) {
      group.end({ cause: error })
      if (this.#connection.inTransaction) this.#connection.exec('rollback')
    } finally {
      if (keepsLock) this.#isLockKept = true
      else this.#writeLock.release()
    }
  }

  async #open(): Promise<CommitGroup> {
    if (!this.#group) {
      await this.#acquire()
      try {
        await retryWhileBusy(() => this.#control.begin.run())
      } catch (error) {
        this.#writeLock.release()
        throw error
      }
      // Until here another thread or another process had the database.
      this.#heldSinceMs = performance.now()
      this.#group = new CommitGroup()
    }
    return this.#group
  }

  async #acquire(): Promise<void> {
    if (this.#isLockKept) {
      this.#isLockKept = false
      return
    }
    for (;;) {
      if (!this.#writeLock.tryAcquire()) await this.#writeLock.acquire()
      const pauseMs = this.#writeLock.pauseMs()
      if (pauseMs === 0) return
      this.#writeLock.release()
      await pause(pauseMs)
    }
  }

  /** Rolls back a group whose only transaction failed: no other transaction waits for it. */
  #takeBack(group: CommitGroup): void {
    this.run({ group }, () => this.#connection.exec('rollback'))
    this.#close(group)
    group.end()
  }

  #forget(group: CommitGroup, cause: unknown): void {
    group.end({ cause })
    this.#close(group)
  }

  #close(group: CommitGroup): void {
    if (this.#group !== group) return
    this.#group = undefined
    this.#isDue = false
    this.#writeLock.release()
  }

  #endTurn(member?: { isWriting: boolean; yields: boolean }): void {
    if (member) member.isWriting = false
    // Commits at once if another thread waits for the database. Otherwise that thread would also wait for all that this
    // thread does before its next transaction.
    if (this.#commitsEachTransaction || this.#isDue || this.#writeLock.hasWaiters()) {
      this.flush({ keepsLock: member?.yields === true && this.#writerQueue.waiting > 0 })
    } else this.#schedule()
    this.#onHeld(performance.now() - this.#heldSinceMs)
    this.#writerQueue.release()
  }

  async #takeTurn(): Promise<void> {
    await this.#writerQueue.acquire()
    this.#heldSinceMs = performance.now()
  }

  /**
   * Waits for the database, then yields to all transactions that have arrived meanwhile: they would wait for the
   * database too, and then for this one. It yields only once, so that it proceeds however many arrive.
   */
  async #yield(): Promise<void> {
    if (!this.#group) {
      await this.#acquire()
      this.#isLockKept = true
    }
    if (this.#writerQueue.waiting === 0) return
    const nextTurn = this.#takeTurn()
    this.#writerQueue.release()
    await nextTurn
  }

  #schedule(): void {
    const group = this.#group
    if (!group || group.isScheduled) return
    group.isScheduled = true
    this.#later(() => {
      if (this.#group !== group) return
      if (!this.#writerQueue.isFree) {
        this.#isDue = true
        return
      }
      const beganMs = performance.now()
      this.flush()
      this.#onHeld(performance.now() - beganMs)
    })
  }
}

/** Retries what SQLite refuses while another process writes, until that process pauses, for WRITER_WAIT_MS. */
async function retryWhileBusy<R>(work: () => R): Promise<R> {
  const untilMs = performance.now() + WRITER_WAIT_MS
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() > untilMs) throw error
    }
    await pause(RETRY_MS)
  }
}

import type { Database as Connection, Statement } from 'better-sqlite3'
import { isBusy } from '../failures.ts'
import { type Gate, openGate } from './gate.ts'
import { WRITER_WAIT_MS, WriterTurn } from './writer-turn.ts'

/** Told how long a transaction, or the commit of several, kept all other writes waiting. */
export type OnHeld = (ms: number) => void

/** Calls back once what is ready to run has run. */
export type Later = (work: () => void) => void

/** Another process has the database: it is looked at again after so long, which holds up no other work. */
const LOOK_AGAIN_MS = 1

/** Kept from the start, so that a clock that tests control does not hold back writes. */
const timer = setTimeout
const rest = (ms: number) => new Promise<void>((resolve) => void timer(resolve, ms))

/** An earlier failure took the whole group back, this transaction with it: nothing of it is stored. */
export class GroupRolledBackError extends Error {
  readonly code = 'SQLITE_IOERR_GROUP'
  constructor(cause: unknown) {
    super('the database rolled back before the commit', { cause })
  }
}

/** Transactions that share one commit. */
class Group {
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
    // Transactions that wait for the group are told; a group without one must not end the process.
    this.outcome.catch(() => {})
  }

  end(failure?: { cause: unknown }): void {
    if (this.isOver) return
    this.isOver = true
    if (failure) this.#settle.reject(new GroupRolledBackError(failure.cause))
    else this.#settle.resolve()
  }
}

/** One transaction, from its turn to its end. `isFirst` has nothing of others before it in its group. */
export type Member = {
  readonly group: Group
  readonly isFirst: boolean
  readonly givesWay: boolean
  hasTurn: boolean
}

/** `givesWay`: nobody waits for it, so what came while it waited or ran goes first, once. */
export type Manner = { givesWay?: boolean | undefined }

/**
 * Group commit. An fsync costs more than the statements of a payment, so transactions that arrive
 * while one is open run one after another, each as a savepoint of the same SQLite transaction, and
 * are acknowledged together after one commit. One that fails rolls back alone. When the commit
 * itself fails all of them are refused, refusals included: they may rest on rows that never came
 * to be. The first needs no savepoint, for which SQLite would copy every page before it changes: while it is
 * the only one, taking it back is taking all back.
 */
export class GroupCommit {
  readonly #turn: WriterTurn
  /** Entered with the first transaction of a group, and left after its commit. */
  readonly #gate: Gate
  readonly #connection: Connection
  readonly #control: Record<'begin' | 'savepoint' | 'release' | 'commit', Statement>
  readonly #later: Later
  #group: Group | undefined
  readonly #onHeld: OnHeld
  /** Where transactions are groups already, none waits for another before it is on the disk. */
  readonly #isEachAGroup: boolean
  #heldSinceMs = 0
  /** The group waits for nothing but the end of the turn that is under way. */
  #isDue = false
  /** The gate is handed on to the next turn: nobody of another thread comes between. */
  #isHandedOn = false

  constructor(
    connection: Connection,
    later: Later,
    {
      turn = new WriterTurn(),
      gate = openGate,
      onHeld = () => {},
      isEachAGroup = false,
    }: { turn?: WriterTurn; gate?: Gate; onHeld?: OnHeld; isEachAGroup?: boolean } = {},
  ) {
    this.#onHeld = onHeld
    this.#isEachAGroup = isEachAGroup
    this.#connection = connection
    this.#turn = turn
    this.#gate = gate
    this.#control = {
      begin: connection.prepare('begin immediate'),
      savepoint: connection.prepare('savepoint member'),
      release: connection.prepare('release member'),
      commit: connection.prepare('commit'),
    }
    this.#later = later
  }

  /** @throws DatabaseBusyError when the turn does not come in time. */
  async begin({ givesWay = false }: Manner = {}): Promise<Member> {
    await this.#takeTurn()
    if (givesWay) await this.#giveWay()
    try {
      const group = await this.#open()
      const isFirst = group.isEmpty
      group.isEmpty = false
      if (!isFirst) this.#control.savepoint.run()
      return { group, isFirst, givesWay, hasTurn: true }
    } catch (error) {
      this.#endTurn()
      throw error
    }
  }

  /** One statement of a transaction; after a failure that took the group back there is no other. */
  run<R>({ group }: Pick<Member, 'group'>, statement: () => R): R {
    // SQLite itself rolls all back on some errors (disk full); what follows must not run outside.
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
  async commit(member: Member): Promise<void> {
    if (member.isFirst) this.run(member, () => {})
    else this.run(member, () => this.#control.release.run())
    this.#endTurn(member)
    await member.group.outcome
  }

  /** Takes this transaction back alone, and rejects when the others could not be stored. */
  async rollback(member: Member): Promise<void> {
    if (!member.hasTurn) return
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

  /** A single statement, which SQLite keeps whole by itself. */
  async single<R>(statement: () => R, { givesWay = false }: Manner = {}): Promise<R> {
    await this.#takeTurn()
    if (givesWay) await this.#giveWay()
    const member = { group: this.#group, givesWay, hasTurn: true }
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

  /** Something that may stand in no transaction, or that begins its own. */
  async alone<R>(work: () => R): Promise<R> {
    await this.#takeTurn()
    try {
      this.flush()
      await this.#enter()
      try {
        return await whenFree(work)
      } finally {
        this.#gate.leave()
      }
    } finally {
      this.#endTurn()
    }
  }

  /** Commits what is open. Only for the transaction that has the turn, or when none has it. */
  flush({ handsOn = false } = {}): void {
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
      if (handsOn) this.#isHandedOn = true
      else this.#gate.leave()
    }
  }

  async #open(): Promise<Group> {
    if (!this.#group) {
      await this.#enter()
      try {
        await whenFree(() => this.#control.begin.run())
      } catch (error) {
        this.#gate.leave()
        throw error
      }
      // Until here another thread or another process held the database.
      this.#heldSinceMs = performance.now()
      this.#group = new Group()
    }
    return this.#group
  }

  async #enter(): Promise<void> {
    if (this.#isHandedOn) {
      this.#isHandedOn = false
      return
    }
    for (;;) {
      if (!this.#gate.tryEnter()) await this.#gate.enter()
      const pauseMs = this.#gate.pauseMs()
      if (pauseMs === 0) return
      this.#gate.leave()
      await rest(pauseMs)
    }
  }

  /** A group whose only transaction failed: nobody waits for it but that one. */
  #takeBack(group: Group): void {
    this.run({ group }, () => this.#connection.exec('rollback'))
    this.#close(group)
    group.end()
  }

  #forget(group: Group, cause: unknown): void {
    group.end({ cause })
    this.#close(group)
  }

  #close(group: Group): void {
    if (this.#group !== group) return
    this.#group = undefined
    this.#isDue = false
    this.#gate.leave()
  }

  #endTurn(member?: { hasTurn: boolean; givesWay: boolean }): void {
    if (member) member.hasTurn = false
    // Another thread waits for the database, and would wait for whatever this one does before its next turn.
    if (this.#isEachAGroup || this.#isDue || this.#gate.isWanted()) {
      this.flush({ handsOn: member?.givesWay === true && this.#turn.waiting > 0 })
    } else this.#schedule()
    this.#onHeld(performance.now() - this.#heldSinceMs)
    this.#turn.give()
  }

  async #takeTurn(): Promise<void> {
    await this.#turn.take()
    this.#heldSinceMs = performance.now()
  }

  /**
   * Waits for the database, and then lets all go first that have come meanwhile: they would wait for it too, and
   * for this one besides. Once only, so that it comes on however many come.
   */
  async #giveWay(): Promise<void> {
    if (!this.#group) {
      await this.#enter()
      this.#isHandedOn = true
    }
    if (this.#turn.waiting === 0) return
    const again = this.#takeTurn()
    this.#turn.give()
    await again
  }

  #schedule(): void {
    const group = this.#group
    if (!group || group.isScheduled) return
    group.isScheduled = true
    this.#later(() => {
      if (this.#group !== group) return
      if (!this.#turn.isFree) {
        this.#isDue = true
        return
      }
      const beganMs = performance.now()
      this.flush()
      this.#onHeld(performance.now() - beganMs)
    })
  }
}

/** Does what SQLite refuses while another process writes, as soon as that one pauses. */
async function whenFree<R>(work: () => R): Promise<R> {
  const untilMs = performance.now() + WRITER_WAIT_MS
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() > untilMs) throw error
    }
    await rest(LOOK_AGAIN_MS)
  }
}

import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../drill/faults/power.c', import.meta.url))

/**
 * The power fails before write number `write` or sync number `sync` of the database's files, whichever comes first. 0
 * means never.
 */
export type Plan = { write: number; sync: number }

/** A write or truncation that no sync followed, with the previous bytes and the previous size of the file. */
export type UnsyncedWrite = { offset: number; length: number; held: Buffer; size: number }

/** The unsynced writes to the database file and to its write-ahead log, oldest first. */
export type UnsyncedFiles = { database: UnsyncedWrite[]; log: UnsyncedWrite[] }

const NOTE_BYTES = 32
const KINDS = { write: 'w', truncate: 't', sync: 's' }

/** Returns the operations recorded by power.c that no sync followed, on the database and on its log, oldest first. */
export function unsyncedIn(notes: Buffer): UnsyncedFiles {
  const files: UnsyncedFiles = { database: [], log: [] }
  for (let at = 0; at + NOTE_BYTES <= notes.length; ) {
    const [length, previousLength] = [notes.readUInt32LE(at + 16), notes.readUInt32LE(at + 20)]
    const kind = String.fromCharCode(notes.readUInt8(at + 24))
    const target = notes.readUInt8(at + 25) === 0 ? files.database : files.log
    const previousStart = at + NOTE_BYTES
    if (kind === KINDS.sync) target.length = 0
    else {
      target.push({
        offset: Number(notes.readBigUInt64LE(at)),
        size: Number(notes.readBigUInt64LE(at + 8)),
        length: kind === KINDS.write ? length : 0,
        held: notes.subarray(previousStart, previousStart + previousLength),
      })
    }
    at = previousStart + previousLength
  }
  return files
}

const resize = (image: Buffer, size: number): Buffer =>
  size <= image.length
    ? image.subarray(0, size)
    : Buffer.concat([image, Buffer.alloc(size - image.length)])

/** Returns the file as it was at its last sync. */
function undoWrites(current: Buffer, unsynced: readonly UnsyncedWrite[]): Buffer {
  let image: Buffer = Buffer.from(current)
  for (const { size, offset, held: previousBytes } of unsynced.toReversed()) {
    image = resize(image, size)
    previousBytes.copy(image, offset)
  }
  return image
}

/** Returns for each write the number of bytes that reached the disk. */
type Survivors = (unsynced: readonly UnsyncedWrite[]) => number[]

/** Returns the file after a power cut: as last synced, with the surviving part of each later write. */
export function afterCut(
  current: Buffer,
  unsynced: readonly UnsyncedWrite[],
  survivors: Survivors,
): Buffer {
  let image = undoWrites(current, unsynced)
  for (const [at, bytes] of survivors(unsynced).entries()) {
    const from = unsynced[at]?.offset ?? 0
    const written = current.subarray(from, from + bytes)
    if (written.length === 0) continue
    image = resize(image, Math.max(image.length, from + written.length))
    written.copy(image, from)
  }
  return image
}

const SECTOR = 512

/**
 * Selects at random what survives of unsynced writes: nothing, the older half and parts of the newer, or parts of any.
 * Always loses at least one write. A part consists of whole sectors, as a disk writes them.
 */
function drawSurvivors(unsynced: readonly UnsyncedWrite[]): number[] {
  const tornLength = ({ length }: UnsyncedWrite) =>
    randomInt(Math.floor(length / SECTOR) + 1) * SECTOR
  const anyLength = (each: UnsyncedWrite) => [0, each.length, tornLength(each)][randomInt(3)] ?? 0
  const strategies: ((each: UnsyncedWrite, at: number) => number)[] = [
    () => 0,
    (each, at) => (at < unsynced.length / 2 ? each.length : tornLength(each)),
    anyLength,
  ]
  const strategy = strategies[randomInt(strategies.length)] ?? anyLength
  const lost = randomInt(Math.max(1, unsynced.length))
  return unsynced.map((each, at) => (at === lost ? 0 : strategy(each, at)))
}

/** True for each file, the database and its log, from which the power cut removed bytes. */
export type PowerCut = { fromDatabase: boolean; fromLog: boolean }

/**
 * The simulated power supply of a server on SQLite. A library, loaded before the server, records its writes and kills
 * it as planned.
 */
export type Power = Disposable & {
  /** Environment variables that the server must start with. */
  environment: Record<string, string>
  /** Sets the plan for the next start. */
  plan: (next: Plan) => void
  /** Removes from a dead server's files what the power cut destroys. Returns which files lost bytes. */
  cut: () => PowerCut
}

/** Returns an object that simulates power cuts of a server on this SQLite file: writes that were not synced are lost. */
export function createPower(file: string): Power {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-drill-'))
  const [library, plan, notes] = ['power.so', 'plan', 'notes'].map((name) =>
    path.join(folder, name),
  ) as [string, string, string]
  execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'])
  const cutFile = (from: string, unsynced: readonly UnsyncedWrite[]): boolean => {
    if (unsynced.length === 0) return false
    const before = readFileSync(from)
    const after = afterCut(before, unsynced, drawSurvivors)
    writeFileSync(from, after)
    return !before.equals(after)
  }
  return {
    environment: {
      LD_PRELOAD: library,
      POWER_FILE: file,
      POWER_PLAN: plan,
      POWER_NOTES: notes,
    },
    plan: ({ write, sync }) => writeFileSync(plan, `${write} ${sync}`),
    cut: () => {
      const { database, log } = unsyncedIn(
        existsSync(notes) ? readFileSync(notes) : Buffer.alloc(0),
      )
      // SQLite keeps this file in memory only, and rebuilds it from the log.
      rmSync(`${file}-shm`, { force: true })
      rmSync(notes, { force: true })
      return { fromDatabase: cutFile(file, database), fromLog: cutFile(`${file}-wal`, log) }
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Returns true if a C compiler is installed, which builds the library that cuts the power. */
export function hasCompiler(): boolean {
  try {
    execFileSync('cc', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

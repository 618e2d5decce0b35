import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sqliteFile } from '#db/database.ts'
import { drill, type Tally } from '../support/drill.ts'
import { type KillableServer, startKillableServer } from '../support/killable-server.ts'
import { runTroubles, type Trouble } from '../support/trouble-drill.ts'

const canRun = (program: string, ...args: string[]): boolean => {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Returns true if a file can be made immutable here, even for root and for a process that has it open. */
function canFreeze(): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-drill-disk-'))
  const file = path.join(folder, 'probe')
  writeFileSync(file, '')
  const isPossible = canRun('chattr', '+i', file) && canRun('chattr', '-i', file)
  rmSync(folder, { recursive: true, force: true })
  return isPossible
}

/** Limits the process's files to their first page: the kernel lets none of them grow, as on a full disk. */
function fileLimit(server: KillableServer): Trouble {
  const limit = async (bytes: string) => {
    execFileSync('prlimit', ['--pid', String(server.pid()), `--fsize=${bytes}:`])
  }
  return {
    name: 'a limit of the kernel on the size of files',
    begin: () => limit('4096'),
    end: () => limit('unlimited'),
    canRead: true,
  }
}

/** Makes the files immutable, even for processes that have them open. */
function frozenFiles(server: KillableServer): Trouble {
  const file = sqliteFile(server.databaseUrl)
  const setFlag = async (flag: '+i' | '-i') => {
    execFileSync('chattr', [flag, file, `${file}-wal`])
  }
  return {
    name: 'files made immutable',
    begin: () => setFlag('+i'),
    end: () => setFlag('-i'),
    canRead: true,
  }
}

const sqliteTrouble = (
  server: KillableServer,
  file: string,
  kind: 'full' | 'read-only',
): Trouble => {
  const writeTrouble = async (text: string) => {
    writeFileSync(file, text)
    process.kill(server.pid(), 'SIGUSR2')
  }
  return {
    name: `SQLite finds that its file is ${kind}`,
    begin: () => writeTrouble(kind),
    end: () => writeTrouble('nothing'),
    canRead: true,
  }
}

async function runCycles(count: number): Promise<Tally> {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-drill-disk-'))
  const file = path.join(folder, 'trouble')
  try {
    await using server = await startKillableServer({ TROUBLE_FILE: file }, { fault: 'troubled' })
    const troubles = [
      fileLimit(server),
      sqliteTrouble(server, file, 'full'),
      sqliteTrouble(server, file, 'read-only'),
      ...(canFreeze() ? [frozenFiles(server)] : []),
    ]
    return await runTroubles(server, troubles, count)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

drill({
  row: 'disk',
  what: 'a disk that is full or read-only for a while under load: 503 for writes, reads go on, and then all is well',
  only: 'sqlite',
  lacks: canRun('prlimit', '--version') ? undefined : 'prlimit (Debian’s util-linux)',
  quick: 4,
  full: 100,
  run: runCycles,
  selfTest: async () => {
    await using server = await startKillableServer({}, { fault: 'boastful' })
    return await runTroubles(server, [fileLimit(server)], 1)
  },
})

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sqliteFile } from '#db/database.ts'
import { drill, type Tally } from '../support/drill.ts'
import { type KillableServer, killableServer } from '../support/killable-server.ts'
import { livesThrough, type Trouble } from '../support/troubled.ts'

const works = (program: string, ...words: string[]): boolean => {
  try {
    execFileSync(program, words, { stdio: 'ignore' })
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
  const can = works('chattr', '+i', file) && works('chattr', '-i', file)
  rmSync(folder, { recursive: true, force: true })
  return can
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
  const mark = async (flag: '+i' | '-i') => {
    execFileSync('chattr', [flag, file, `${file}-wal`])
  }
  return {
    name: 'files made immutable',
    begin: () => mark('+i'),
    end: () => mark('-i'),
    canRead: true,
  }
}

const told = (server: KillableServer, file: string, kind: 'full' | 'read-only'): Trouble => {
  const tell = async (text: string) => {
    writeFileSync(file, text)
    process.kill(server.pid(), 'SIGUSR2')
  }
  return {
    name: `SQLite told that its file is ${kind}`,
    begin: () => tell(kind),
    end: () => tell('nothing'),
    canRead: true,
  }
}

async function cycles(count: number): Promise<Tally> {
  const folder = mkdtempSync(path.join(tmpdir(), 'incasso-drill-disk-'))
  const file = path.join(folder, 'trouble')
  try {
    await using server = await killableServer({ TROUBLE_FILE: file }, { fault: 'troubled' })
    const troubles = [
      fileLimit(server),
      told(server, file, 'full'),
      told(server, file, 'read-only'),
      ...(canFreeze() ? [frozenFiles(server)] : []),
    ]
    return await livesThrough(server, troubles, count)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

drill({
  row: 'disk',
  what: 'a disk that is full or read-only for a while under load: 503 for writes, reads go on, and then all is well',
  only: 'sqlite',
  lacks: works('prlimit', '--version') ? undefined : 'prlimit (Debian’s util-linux)',
  quick: 4,
  full: 100,
  run: cycles,
  selfTest: async () => {
    await using server = await killableServer({}, { fault: 'boastful' })
    return await livesThrough(server, [fileLimit(server)], 1)
  },
})

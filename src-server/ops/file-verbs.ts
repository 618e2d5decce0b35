import { AppError } from '../core/calls/errors.ts'
import { backup } from './backup.ts'
import { distribute } from './distribute.ts'
import { move } from './move/move.ts'
import type { OperatorContext, PrintLine } from './operator-context.ts'
import { restore } from './restore.ts'

/** A command, which receives the words after its name and returns the exit code. */
type FileVerb = {
  usage: string
  does: string
  run: (operatorContext: OperatorContext, argv: string[], printLine: PrintLine) => Promise<number>
}

function parseFile(argv: string[]): string {
  const [file, ...more] = argv
  if (file && more.length === 0) return file
  throw new AppError('invalid', 'Name one file.')
}

/** Commands that need the database closed, or in the state that an older release left. */
export const offlineVerbs: Record<string, FileVerb> = {
  backup: {
    usage: 'backup FILE',
    does: 'copies the database while servers use it, checks the copy, and ends with 1 when it is broken',
    run: (operatorContext, argv, printLine) => backup(operatorContext, parseFile(argv), printLine),
  },
  restore: {
    usage: 'restore FILE',
    does: 'puts a backup in the place of the database, which is kept aside; servers must be stopped',
    run: (operatorContext, argv, printLine) => restore(operatorContext, parseFile(argv), printLine),
  },
  move: {
    usage: 'move --to postgres://… | --to file:PATH | --abandon',
    does: 'brings all data to another, empty database; servers refuse changes meanwhile; the same command goes on after a stop; --abandon lets this database take changes again',
    run: move,
  },
  distribute: {
    usage: 'distribute [--dry-run] [--shards 32]',
    does: 'spreads the rows of merchants over the nodes of a Citus cluster; servers must be stopped; broken off, it goes on when it is run again; --dry-run says what it would do',
    run: distribute,
  },
}

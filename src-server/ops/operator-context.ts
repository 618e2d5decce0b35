import type { OpenDatabase } from '#db/database.ts'
import type { Config } from '../config/config.ts'
import type { World } from '../core/context.ts'

/** Context of commands about a whole database, which is not opened or migrated before they run. */
export type OperatorContext = {
  config: Config
  now: () => number
  worldOf: (database: OpenDatabase) => World
}

/** Prints one line to the operator's terminal. */
export type PrintLine = (line: string) => void

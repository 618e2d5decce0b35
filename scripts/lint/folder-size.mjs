import { readdirSync } from 'node:fs'

/** The most source files that a folder may have. */
export const MAX_FILES = 20

/** Folders that may have any number of files: dictionaries, migrations, tests. */
const UNLIMITED = /^(src\/texts\/|db\/migrations$|tests\/)/

/** Counts the source files of a folder; 0 where any number is allowed. */
export function sourceFilesIn(folder, path) {
  if (UNLIMITED.test(folder)) return 0
  return readdirSync(path).filter(
    (name) => /\.(tsx?|mjs|css)$/.test(name) && !/\.d\.m?ts$/.test(name),
  ).length
}

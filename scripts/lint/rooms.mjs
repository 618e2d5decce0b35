import { readdirSync } from 'node:fs'

/** As many source files as one folder has at most, so that its listing is read at a glance. */
export const MOST_FILES = 20

/** Folders of files that are one like another: a language's dictionaries, migrations, tests. */
const ALIKE = /^(src\/texts\/|db\/migrations$|tests\/)/

/** How many source files lie in a folder beside others of their kind; 0 where that is no matter. */
export function filesInRoom(folder, path) {
  if (ALIKE.test(folder)) return 0
  return readdirSync(path).filter(
    (name) => /\.(tsx?|mjs|css)$/.test(name) && !/\.d\.m?ts$/.test(name),
  ).length
}

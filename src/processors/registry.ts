import type { PageProcessor } from './processor.ts'

/** Modules of the folders with an `index.ts`. A folder has the name of its processor. */
const found = import.meta.glob<PageProcessor>('./*/index.ts', { eager: true, import: 'processor' })

const byName = new Map(
  Object.entries(found).map(([path, processor]) => [path.split('/')[1], processor]),
)

/** Returns undefined for a processor at which merchants connect no account. */
export const pageProcessor = (name: string | null): PageProcessor | undefined =>
  name === null ? undefined : byName.get(name)

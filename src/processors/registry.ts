import { spoken } from '#client/lib/spoken.ts'
import type { PageProcessor } from './processor.ts'

/** Each folder that has an `index.ts`, by its name, which is the processor's. */
const found = import.meta.glob<PageProcessor>('./*/index.ts', { eager: true, import: 'processor' })

const byName = new Map(
  Object.entries(found).map(([path, processor]) => [path.split('/')[1], processor]),
)

/** Undefined for one at which nobody connects an account. */
export const pageProcessor = (name: string | null): PageProcessor | undefined =>
  name === null ? undefined : byName.get(name)

/** Processors that can be connected, as a sentence names them: one, or "one or another". */
export const connectableNames: string = new Intl.ListFormat(spoken('en'), {
  type: 'disjunction',
}).format([...byName.values()].map(({ label }) => label))

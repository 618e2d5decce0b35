import { appRouter } from '#server/router.ts'

/** Type of a tRPC procedure: it reads, changes, or sends a stream of events. */
export type ProcedureType = 'query' | 'mutation' | 'subscription'

// tRPC types the procedures as a tree, but stores them flat at run time: the keys are the paths.
const procedures = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { type: ProcedureType } }
>

/** Type of every procedure of the tRPC API by name, such as `transactions.list`. */
export const procedureTypes: Readonly<Record<string, ProcedureType>> = Object.fromEntries(
  Object.entries(procedures).map(([name, { _def }]) => [name, _def.type]),
)

/** Returns the names of all procedures of this type. */
export const proceduresOf = (type: ProcedureType): string[] =>
  Object.keys(procedureTypes).filter((name) => procedureTypes[name] === type)

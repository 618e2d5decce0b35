import { appRouter } from '#server/router.ts'

export type ProcedureType = 'query' | 'mutation' | 'subscription'

// Typed as a tree, but flat at run time: its keys are the paths.
const procedures = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { type: ProcedureType } }
>

/** Every procedure of the page's door by its name, such as `transactions.list`. */
export const procedureTypes: Readonly<Record<string, ProcedureType>> = Object.fromEntries(
  Object.entries(procedures).map(([name, { _def }]) => [name, _def.type]),
)

export const proceduresOf = (type: ProcedureType): string[] =>
  Object.keys(procedureTypes).filter((name) => procedureTypes[name] === type)

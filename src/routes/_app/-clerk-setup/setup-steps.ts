import { clerkSetup, type SetupStep } from '../../../texts/clerk-setup.ts'

export type StepId = SetupStep['id']

export const stepIds = [
  'application',
  'methods',
  'keys',
  'environment',
  'start',
  'production',
] as const satisfies readonly StepId[]

/** The next step that is still to do, going round; the same one when there is none. */
export function openAfter(id: StepId | undefined, done: readonly StepId[]): StepId {
  const from = id === undefined ? 0 : stepIds.indexOf(id) + 1
  const inTurn = [...stepIds.slice(from), ...stepIds.slice(0, from)]
  return inTurn.find((each) => !done.includes(each)) ?? id ?? stepIds[0]
}

export const stepAt = (index: number): SetupStep | undefined => clerkSetup.steps[index]

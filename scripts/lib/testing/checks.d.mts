export type Check = { name: string; work: () => Promise<unknown>; advice: string }
export type Failure = { name: string; text: string; advice: string }

export function runChecks(groups: Check[][]): Promise<Failure[]>
export function reportOf(failures: Failure[]): string

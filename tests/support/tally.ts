/**
 * Findings of a drill. `lost`, `doubled`, `leaked` and `crashed` must be zero. `tried` must reach the requested count,
 * so that a drill that did nothing does not pass.
 */
export type Tally = {
  tried: number
  /** Acknowledged by the server, and then absent or changed. */
  lost: number
  /** Carried out twice. */
  doubled: number
  /** Visible to a person who must not see it, or accepted where the server must refuse. */
  leaked: number
  /** Forbidden 5xx responses, timeouts and broken invariants. */
  crashed: number
  /** Figures worth publishing, such as `ready again after 1.1 s at most`. */
  notes: string[]
  /** Description of each fault: the call, its input, the status and the response. */
  findings: string[]
}

/** A kind of fault that a drill counts. */
export type Fault = 'lost' | 'doubled' | 'leaked' | 'crashed'

/** Returns a tally that starts at zero, with these values replaced. */
export const tally = (more: Partial<Tally> = {}): Tally => ({
  tried: 0,
  lost: 0,
  doubled: 0,
  leaked: 0,
  crashed: 0,
  notes: [],
  findings: [],
  ...more,
})

/** Maximum number of kept findings, because a server that fails at every request would fill the memory. */
const MAX_FINDINGS = 200

/** Counts a fault and keeps its description, so that a failed drill shows what it found. */
export function addFault(found: Tally, fault: Fault, finding: string, times = 1): void {
  if (times <= 0) return
  found[fault] += times
  if (found.findings.length < MAX_FINDINGS) found.findings.push(`${fault}: ${finding}`)
}

/** Counts one fault for each finding. */
export function addFaults(found: Tally, fault: Fault, findings: readonly string[]): void {
  for (const finding of findings) addFault(found, fault, finding)
}

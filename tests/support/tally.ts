/**
 * What a drill found. `lost`, `doubled`, `leaked` and `crashed` must be nought; `tried` must reach
 * the count that was asked for, so that a drill that did nothing does not pass.
 */
export type Tally = {
  tried: number
  /** Acknowledged and then absent or changed. */
  lost: number
  /** Done twice. */
  doubled: number
  /** Seen by whom it does not belong to, or let in where it must be refused. */
  leaked: number
  /** Answered with 5xx where that must not be, out of time, or a broken invariant. */
  crashed: number
  /** Figures worth publishing, such as `ready again after 1.1 s at most`. */
  notes: string[]
  /** What each fault was, by name: the call, what it was sent, the status, what it said. */
  findings: string[]
}

export type Fault = 'lost' | 'doubled' | 'leaked' | 'crashed'

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

/** A server that fails at every request would fill the memory with what it failed at. */
const MOST_FINDINGS = 200

/** Counts a fault under its name, so that a red row says what it found. */
export function blame(found: Tally, fault: Fault, finding: string, times = 1): void {
  if (times <= 0) return
  found[fault] += times
  if (found.findings.length < MOST_FINDINGS) found.findings.push(`${fault}: ${finding}`)
}

export function blameEach(found: Tally, fault: Fault, findings: readonly string[]): void {
  for (const finding of findings) blame(found, fault, finding)
}

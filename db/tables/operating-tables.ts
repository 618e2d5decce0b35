/** When an operator's verb ran last. */
export interface OperatorRunRow {
  verb: string
  at: string
  /** How many invariants it found broken. */
  findings: number
}

/** The data of this database are moved `from` it, or were moved `to` it; at most one row of each. */
export interface DatabaseMoveRow {
  side: 'from' | 'to'
  /** The same in both databases. */
  id: string
  /** The address of the other database, without a password. */
  other: string
  /**
   * `from`: `copying` while servers still write, `closing` when they are told to stop, `closed` from when nobody can and rows
   * are copied, `moved` once all is in the other one. `to`: `filling`, then `done`.
   */
  state: 'copying' | 'closing' | 'closed' | 'moved' | 'filling' | 'done'
  beganAt: string
  changedAt: string
}

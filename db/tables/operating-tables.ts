/** The last run of an operator command. */
export interface OperatorRunRow {
  verb: string
  at: string
  /** Number of invariants that the run found broken. */
  findings: number
}

/** A move of all data, `from` this database or `to` it; at most one row of each. */
export interface DatabaseMoveRow {
  side: 'from' | 'to'
  /** ID of the move, the same in both databases. */
  id: string
  /** URL of the other database, without a password. */
  other: string
  /**
   * States of `from`: `copying` while servers still write; `closing` while servers are notified to stop; `closed` while
   * none can write and rows are copied; `moved` once all rows are in the other database.
   * States of `to`: `filling`, then `done`.
   */
  state: 'copying' | 'closing' | 'closed' | 'moved' | 'filling' | 'done'
  beganAt: string
  changedAt: string
}

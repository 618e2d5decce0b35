/**
 * State of a move of all data from one database to another. `isReadOnly` is true once the move
 * has closed this process's database, and while the move fills it: then the process changes nothing.
 */
export type MoveState = { isReadOnly: boolean }

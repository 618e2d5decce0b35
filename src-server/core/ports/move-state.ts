/**
 * State of a move of all data from one database (the source) to another (the target). `isReadOnly` is true in a process
 * of the source once the move has closed the source, and in a process of the target while the move fills the target.
 * Such a process changes nothing.
 */
export type MoveState = { isReadOnly: boolean }

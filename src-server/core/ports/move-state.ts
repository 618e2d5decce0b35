/**
 * State of a move of this process's database. The process changes nothing once a move has closed the database, or while
 * a move fills it.
 */
export type MoveState = { isReadOnly: boolean }

/** Whether the data of this process's database are being moved elsewhere, or were: it then changes nothing. */
export type MoveState = { isReadOnly: boolean }

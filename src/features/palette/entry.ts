import type { TablerIcon } from '@tabler/icons-react'
import type {
  AwaitedStep,
  TransactionStatus,
} from '#server/features/transactions/transaction-enums.schema.ts'

/** An item of the palette. */
export type Entry = {
  id: string
  label: string
  hint?: string
  /** The hint is an ID, shown in monospace. */
  isHintCode?: boolean
  /** The status of a payment. */
  status?: TransactionStatus
  /** The step that a pending payment waits for. */
  waitingFor?: AwaitedStep | null | undefined
  /** The time, shown at the right. */
  note?: string
  icon: TablerIcon
  /** Leads to another page, whose title then takes the focus. */
  leaves: boolean
  /** Found for the previous text: visible until the new results arrive, but cannot be chosen. */
  isStale?: boolean
  run: () => void
}

export type EntryGroup = { label: string; entries: Entry[] }

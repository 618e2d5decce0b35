import type { TablerIcon } from '@tabler/icons-react'
import type { TransactionStatus } from '#server/features/transactions/transaction-enums.schema.ts'

/** One thing that the palette offers. */
export type Entry = {
  id: string
  label: string
  hint?: string
  /** Whether the hint is an id, which is set in its own letters. */
  isHintCode?: boolean
  /** Of a payment. */
  status?: TransactionStatus
  /** Stands at the right: when it was. */
  note?: string
  icon: TablerIcon
  /** Leads to another page, whose title then takes the focus. */
  leaves: boolean
  /** Found for what was typed before: in sight until the new answer is here, but not to be chosen. */
  isStale?: boolean
  run: () => void
}

export type EntryGroup = { label: string; entries: Entry[] }

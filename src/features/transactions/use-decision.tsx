import { type ReactNode, useCallback, useState } from 'react'
import { DecisionDialog } from './decision-dialog.tsx'
import type { Decision } from './decisions.ts'

/** The dialog of a page, and what opens it. */
export function useDecision(): { decide: (decision: Decision) => void; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ decision: Decision; count: number }>()
  const [opened, setOpened] = useState(false)
  // The same function each time: rows that did not change are not drawn again.
  const decide = useCallback((decision: Decision) => {
    setAsked((before) => ({ decision, count: (before?.count ?? 0) + 1 }))
    setOpened(true)
  }, [])
  const dialog = asked && (
    <DecisionDialog
      key={asked.count}
      decision={asked.decision}
      opened={opened}
      onClose={() => setOpened(false)}
    />
  )
  return { decide, dialog }
}

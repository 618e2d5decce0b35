import { type ReactNode, useCallback, useState } from 'react'
import { lazyDialog } from '#client/components/dialogs/lazy-dialog.tsx'
import type { Decision } from './decisions.ts'

const DecisionDialog = lazyDialog(() =>
  import('./decision-dialog.tsx').then((module) => module.DecisionDialog),
)

/** Returns the dialog that confirms a payment's final status, and the function that opens the dialog. */
export function useDecision(): { decide: (decision: Decision) => void; dialog: ReactNode } {
  const [current, setCurrent] = useState<{ decision: Decision; count: number }>()
  const [opened, setOpened] = useState(false)
  // Stable identity, so that unchanged rows do not render again.
  const decide = useCallback((decision: Decision) => {
    setCurrent((before) => ({ decision, count: (before?.count ?? 0) + 1 }))
    setOpened(true)
  }, [])
  const dialog = current && (
    <DecisionDialog
      key={current.count}
      decision={current.decision}
      opened={opened}
      onClose={() => setOpened(false)}
    />
  )
  return { decide, dialog }
}

import { lazy, Suspense } from 'react'

// Loads the dialog only when it is opened.
const GoLiveDialog = lazy(() =>
  import('./go-live-dialog.tsx').then((module) => ({ default: module.GoLiveDialog })),
)

/** The dialog that adds live mode, mounted while it is open. */
export const GoLive = (props: { onClose: () => void }) => (
  <Suspense>
    <GoLiveDialog {...props} />
  </Suspense>
)

import { lazyDialog } from '#client/components/dialogs/lazy-dialog.tsx'

/** The dialog that adds live mode, mounted while it is open. */
export const GoLive = lazyDialog(() =>
  import('./go-live-dialog.tsx').then((module) => module.GoLiveDialog),
)

import { Palette } from './palette.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import type { PaletteProps } from './use-entries.ts'

type Props = PaletteProps & { isShortcutsOpen: boolean; onCloseShortcuts: () => void }

/** What opens over a page; loaded after it. */
export function Overlays({ isShortcutsOpen, onCloseShortcuts, ...props }: Props) {
  return (
    <>
      <Palette {...props} />
      <ShortcutsDialog pages={props.pages} isOpen={isShortcutsOpen} onClose={onCloseShortcuts} />
    </>
  )
}

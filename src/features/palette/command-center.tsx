import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { isDialogOpen, makeKeyHandler } from './keys.ts'
import { SearchButton } from './search-button.tsx'
import { useOverlays } from './use-overlays.ts'
import { useSingleKeys } from './single-keys.ts'
import type { PaletteProps } from './use-entries.ts'

type Props = Omit<PaletteProps, 'onShowShortcuts'>

/** The search of the header, and the keys that work on every page. */
export function CommandCenter({ pages, onSignOut, onExport }: Props) {
  const router = useRouter()
  const { Overlays, load } = useOverlays()
  const [singleKeys] = useSingleKeys()
  const [isListOpen, list] = useDisclosure(false)

  const commands = useMemo(() => {
    const togglePalette = () => void load().then(toggleLoadedPalette)
    return {
      togglePalette,
      search: () => {
        if (!focusSearch()) togglePalette()
      },
      showShortcuts: () => void load().then(list.open),
      goTo: (path: string) => {
        if (pages.some(({ to }) => to === path)) router.history.push(path)
      },
    }
  }, [list.open, load, pages, router])
  const handleKey = useMemo(() => makeKeyHandler(commands, { singleKeys }), [commands, singleKeys])
  useWindowEvent('keydown', handleKey)

  return (
    <>
      <SearchButton onOpen={commands.togglePalette} />
      {Overlays && (
        <Overlays
          pages={pages}
          onSignOut={onSignOut}
          onExport={onExport}
          onShowShortcuts={list.open}
          isShortcutsOpen={isListOpen}
          onCloseShortcuts={list.close}
        />
      )}
    </>
  )
}

async function toggleLoadedPalette() {
  const store = await import('./palette-store.ts').catch(() => undefined)
  if (!store) return
  if (store.paletteStore.getState().opened) store.closePalette()
  else if (!isDialogOpen()) store.openPalette()
}

/** The page's own search field, when it has one in sight. */
function focusSearch(): boolean {
  const field = [...document.querySelectorAll<HTMLElement>('[data-search]')].find((each) =>
    each.checkVisibility(),
  )
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
  return field !== undefined
}

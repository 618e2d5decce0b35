import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { LATER_CODE_MS } from '#client/lib/app-variant.ts'
import { useCompact } from '#client/lib/hooks/use-narrow.ts'
import { palette as texts } from '#client/texts/en/shell.ts'
import { isDialogOpen, makeKeyHandler, useModKey, useSingleKeys } from './keys.ts'
import type { Overlays } from './overlays.tsx'
import classes from './palette.module.css'
import { useRememberedVisits } from './recents.ts'
import type { PaletteProps } from './use-entries.ts'

type Props = Omit<PaletteProps, 'onShowShortcuts'>

/** The header's search button and the keyboard shortcuts of every page. */
export function CommandCenter({ timezone, pages, onSignOut, onExport }: Props) {
  const router = useRouter()
  const { Overlays, load } = useOverlays()
  const [singleKeys] = useSingleKeys()
  const [isListOpen, list] = useDisclosure(false)
  useRememberedVisits()

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
          timezone={timezone}
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

/** Focuses the page's own search field; returns false when none is visible. */
function focusSearch(): boolean {
  const field = [...document.querySelectorAll<HTMLElement>('[data-search]')].find((each) =>
    each.checkVisibility(),
  )
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
  return field !== undefined
}

type SearchButtonProps = { onOpen: () => void }

/** A button that looks like a search field, because it opens the palette with a search field. */
function SearchButton({ onOpen }: SearchButtonProps) {
  const isCompact = useCompact()
  const { joined } = useModKey()
  const shared = {
    onClick: onOpen,
    'aria-haspopup': 'dialog',
    'aria-keyshortcuts': 'Control+K Meta+K',
  } as const
  if (isCompact) {
    return (
      <ActionIcon variant="subtle" color="gray" size={40} aria-label={texts.open} {...shared}>
        <IconSearch size={20} aria-hidden />
      </ActionIcon>
    )
  }
  return (
    <UnstyledButton className={classes.open} {...shared}>
      <IconSearch size={16} aria-hidden />
      {texts.open}
      <Kbd size="xs" aria-hidden>
        {joined}
      </Kbd>
    </UnstyledButton>
  )
}

/**
 * Loads the overlays after the page, or at once when one is to open. If the network fails, the page works without them.
 * The next attempt loads them again, in Chromium only after a reload.
 */
function useOverlays() {
  const [loaded, setLoaded] = useState<{ Overlays: typeof Overlays }>()
  const load = useCallback(
    () =>
      import('./overlays.tsx').then(
        ({ Overlays }) => setLoaded({ Overlays }),
        () => undefined,
      ),
    [],
  )
  useEffect(() => {
    const timer = setTimeout(() => void load(), LATER_CODE_MS)
    return () => clearTimeout(timer)
  }, [load])
  return { Overlays: loaded?.Overlays, load }
}

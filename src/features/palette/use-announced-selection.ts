import { useSpotlight } from '@mantine/spotlight'
import { type RefObject, useEffect, useRef } from 'react'
import { paletteStore } from './palette-store.ts'

/**
 * The component library marks the chosen result by an attribute in the page alone. This tells it to
 * assistive technology as well, and keeps a choice when results arrive or go.
 */
export function useAnnouncedSelection(field: RefObject<HTMLInputElement | null>) {
  const { selected, listId, query } = useSpotlight(paletteStore)
  const queryBefore = useRef(query)
  // After every render, because any of them may have brought other results.
  useEffect(() => {
    const options = [
      ...(document.getElementById(listId)?.querySelectorAll<HTMLElement>('[role="option"]') ?? []),
    ]
    // Another question starts at its first answer.
    const isKept = queryBefore.current === query
    queryBefore.current = query
    const kept = isKept ? options.findIndex((option) => option.dataset.selected) : -1
    const chosen = kept === -1 ? Math.min(0, options.length - 1) : kept
    for (const [index, option] of options.entries()) {
      const isChosen = index === chosen
      // The library drops an id that is passed to it.
      option.id = `${listId}-${option.dataset.entry}`
      if (isChosen) option.dataset.selected = 'true'
      else delete option.dataset.selected
      option.setAttribute('aria-selected', String(isChosen))
    }
    const id = options[chosen]?.id
    if (id) field.current?.setAttribute('aria-activedescendant', id)
    else field.current?.removeAttribute('aria-activedescendant')
    if (chosen !== selected) {
      paletteStore.updateState((state) => ({ ...state, selected: chosen }))
    }
  })
}

import { createSpotlight } from '@mantine/spotlight'

const [paletteStore, { open, close }] = createSpotlight()

let opener: Element | null = null

/** Opens the palette and remembers the focused element, because the palette's code may not be loaded yet. */
function openPalette() {
  opener = document.activeElement
  open()
}

const giveBackFocus = () => {
  if (opener instanceof HTMLElement) opener.focus()
}

export { close as closePalette, giveBackFocus, openPalette, paletteStore }

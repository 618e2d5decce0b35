import { createSpotlight } from '@mantine/spotlight'

const [paletteStore, { open, close }] = createSpotlight()

let opener: Element | null = null

/** Remembers what had the focus, which may be before the palette itself has been loaded. */
function openPalette() {
  opener = document.activeElement
  open()
}

const giveBackFocus = () => {
  if (opener instanceof HTMLElement) opener.focus()
}

export { close as closePalette, giveBackFocus, openPalette, paletteStore }

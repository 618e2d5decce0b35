/** A colour such as `#1864ab`. */
type Hex = string

/** Background of the payer pages' content, in light and dark mode. */
export const SURFACES = { light: '#ffffff', dark: '#1f2023' } as const

/** Light mode or dark mode. */
export type Scheme = keyof typeof SURFACES

/** Minimum contrast between a text and its background (WCAG 1.4.3). */
export const MIN_CONTRAST = 4.5

const channelsOf = (colour: Hex): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

function luminanceOf(colour: Hex): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast, from 1 (same colour) to 21 (black on white). */
export function contrastOf(one: Hex, other: Hex): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns black or white, whichever has more contrast: black or white always has enough contrast. */
export const contrastingText = (colour: Hex): '#000000' | '#ffffff' =>
  contrastOf(colour, '#ffffff') >= contrastOf(colour, '#000000') ? '#ffffff' : '#000000'

const STEPS = 50

/** Returns the colour, darkened or lightened until it is readable on the surface. */
function makeReadable(colour: Hex, surface: Hex): Hex {
  const towards = channelsOf(contrastingText(surface))
  for (let step = 0; step <= STEPS; step++) {
    const channels = channelsOf(colour).map((channel, at) =>
      Math.round(channel + (((towards[at] ?? 0) - channel) * step) / STEPS),
    )
    const mixed = `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
    if (contrastOf(mixed, surface) >= MIN_CONTRAST) return mixed
  }
  return contrastingText(surface)
}

/** Colours of payer pages that follow from a merchant's accent colour. */
export type AccentColours = {
  /** Background of filled elements: the chosen colour. */
  fill: Hex
  /** Colour of text on the accent colour. */
  on: Hex
  /** Text and lines on the page. */
  mark: Record<Scheme, Hex>
}

/** Returns the colours for an accent. Text in these colours, and text on them, is always readable. */
export const accentColours = (accent: Hex): AccentColours => ({
  fill: accent,
  on: contrastingText(accent),
  mark: {
    light: makeReadable(accent, SURFACES.light),
    dark: makeReadable(accent, SURFACES.dark),
  },
})

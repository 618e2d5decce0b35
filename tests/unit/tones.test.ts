import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core'
import { describe, expect, test } from 'vitest'
import { cssVariables, theme } from '#client/theme.ts'

type Variables = Record<string, string>

const merged = mergeMantineTheme(DEFAULT_THEME, theme)
const { light, dark } = cssVariables(merged)

/** Background colours of pages and cards. */
const grounds = { light: ['#ffffff'], dark: [merged.colors.dark[6], merged.colors.dark[7]] }

const channel = (value: number) => {
  const share = value / 255
  return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\da-f]{2}/gi) ?? []).map((pair) =>
    channel(Number.parseInt(pair, 16)),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast ratio as WCAG 2 defines it: 1 to 21. */
function contrast(one: string, other: string): number {
  const [dim, bright] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return ((bright ?? 0) + 0.05) / ((dim ?? 0) + 0.05)
}

const valueOf = (variables: Variables, name: string): string => {
  const value = variables[name] ?? ''
  const [, referred] = /^var\((--[\w-]+)\)$/.exec(value) ?? []
  return referred ? valueOf(variables, referred) : value
}

const tones = ['success', 'pending', 'failed', 'info', 'neutral']
const libraryColours = ['red', 'yellow', 'green', 'blue', 'accent', 'gray']

test('the contrast ratio follows WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 1)
})

describe.each([
  ['light', light as Variables, grounds.light],
  ['dark', dark as Variables, grounds.dark],
] as const)('in the %s scheme', (_, variables, surfaces) => {
  const onPage = [...surfaces, valueOf(variables, '--app-canvas')]

  test.each(tones)(
    'text in the tone %s is readable on its soft background and on the page',
    (tone) => {
      const text = valueOf(variables, `--tone-${tone}`)
      for (const ground of [...onPage, valueOf(variables, `--tone-${tone}-soft`)]) {
        expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
      }
    },
  )

  test.each(libraryColours)('the soft library colour %s is readable', (colour) => {
    const text = valueOf(variables, `--mantine-color-${colour}-light-color`)
    const ground = valueOf(variables, `--mantine-color-${colour}-light`)
    expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    const outline = valueOf(variables, `--mantine-color-${colour}-outline`)
    for (const page of onPage) expect(contrast(outline, page)).toBeGreaterThanOrEqual(3)
  })

  test.each(['dimmed', 'placeholder', 'error', 'anchor'])('text that is %s is readable', (kind) => {
    const text = valueOf(variables, `--mantine-color-${kind}`)
    for (const ground of onPage) {
      expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('the strip is readable', () => {
    const [text, ground] = ['--app-strip-text', '--app-strip'].map((name) =>
      valueOf(variables, name),
    )
    expect(contrast(text ?? '', ground ?? '')).toBeGreaterThanOrEqual(4.5)
  })

  test.each(['--app-focus', '--chart-1', '--chart-2', '--chart-3'])('%s is visible', (name) => {
    for (const ground of onPage) {
      expect(contrast(valueOf(variables, name), ground), ground).toBeGreaterThanOrEqual(3)
    }
  })

  test('white is readable on the buttons for destructive actions', () => {
    for (const name of ['--mantine-color-red-9', '--mantine-color-red-filled-hover']) {
      expect(contrast('#ffffff', valueOf(variables, name))).toBeGreaterThanOrEqual(4.5)
    }
  })
})

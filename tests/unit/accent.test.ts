import { expect, test } from 'vitest'
import {
  accentColours,
  contrastOf,
  MIN_CONTRAST,
  SURFACES,
} from '#server/shared/branding/accent.ts'

const hex = (value: number) => `#${value.toString(16).padStart(6, '0')}`

/** Colours spread over the whole range, the same in each run. */
const colours = Array.from({ length: 5000 }, (_, n) => hex((n * 2_654_435_761) % 0x1_00_00_00))
const edges = [
  '#000000',
  '#ffffff',
  '#777777',
  '#757575',
  '#767676',
  '#1f2023',
  '#ffff00',
  '#0000ff',
]

test('the contrast ratio follows WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrastOf('#ffffff', '#767676')).toBeCloseTo(4.54, 2)
  expect(contrastOf('#123456', '#123456')).toBe(1)
})

test('text on or in any accent colour is readable in both schemes', () => {
  const unreadable = [...edges, ...colours].filter((colour) => {
    const { fill, on, mark } = accentColours(colour)
    const least = Math.min(
      contrastOf(fill, on),
      contrastOf(mark.light, SURFACES.light),
      contrastOf(mark.dark, SURFACES.dark),
    )
    return fill !== colour || least < MIN_CONTRAST
  })

  expect(unreadable).toEqual([])
})

test('a readable accent stays unchanged', () => {
  expect(accentColours('#1864ab')).toEqual({
    fill: '#1864ab',
    on: '#ffffff',
    mark: { light: '#1864ab', dark: expect.stringMatching(/^#[\da-f]{6}$/) },
  })
  expect(accentColours('#74c0fc').mark.dark).toBe('#74c0fc')
})

import { expect, test } from 'vitest'
import { MAX_LOGO_SIZE, sharperSizeOf } from '#server/shared/branding/logo-size.ts'

/** Returns the size at which the pages show a logo, which is never larger than the logo. */
const shownSize = ({ width, height }: { width: number; height: number }) => {
  const scale = Math.min(1, MAX_LOGO_SIZE.width / width, MAX_LOGO_SIZE.height / height)
  return { width: width * scale, height: height * scale }
}

test.each([
  ['a small square', [32, 32], [128, 128]],
  ['the smallest', [16, 16], [128, 128]],
  ['one a pixel too small', [127, 127], [128, 128]],
  ['a word', [200, 50], [512, 128]],
  ['a word that fills the page’s width first', [300, 40], [796, 106]],
  ['a tall one', [16, 64], [32, 128]],
] as const)('%s gets a hint with the sharp size', (_, [width, height], [wide, high]) => {
  expect(sharperSizeOf({ width, height })).toEqual({ width: wide, height: high })
})

test.each([
  ['as high as it needs', 128, 128],
  ['large', 2000, 2000],
  ['narrow and high', 16, 128],
  ['as wide as it needs', 796, 40],
])('a logo that is %s is sharp unchanged', (_, width, height) => {
  expect(sharperSizeOf({ width, height })).toBeUndefined()
})

test('a logo of the recommended size has twice the displayed pixels, and gets no further hint', () => {
  const sides = [16, 17, 31, 64, 100, 127, 128, 333, 500, 795, 796, 1999, 2000]
  const advisedSizes = sides.flatMap((width) =>
    sides.flatMap((height) => sharperSizeOf({ width, height }) ?? []),
  )

  expect(advisedSizes.length).toBeGreaterThan(30)
  for (const size of advisedSizes) {
    expect(sharperSizeOf(size)).toBeUndefined()
    expect(size.width / shownSize(size).width).toBeGreaterThanOrEqual(2)
    expect(size.height / shownSize(size).height).toBeGreaterThanOrEqual(2)
    expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(16)
    expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(2000)
  }
})

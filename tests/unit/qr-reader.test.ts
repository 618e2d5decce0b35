import { encode, renderSVG } from 'uqr'
import { expect, test } from 'vitest'
import { renderQrCode } from '#server/features/payment-links/qr-code.ts'
import { modulesOfPng, modulesOfSvg, readQr } from '../support/qr-reader.ts'

const levels = ['L', 'M', 'Q', 'H'] as const
const url = 'https://pay.example/pay/AbCdEfGhIjKlMnOpQrStUv?lang=it&ç=é#'

test.each(levels)(
  'codes of every size and mask at level %s contain the text written into them',
  (ecc) => {
    const versions = new Set<number>()
    for (let length = 1; length < 120; length += 7) {
      const text = url
        .repeat(2)
        .slice(0, length)
        .padStart(length + 1, 'a')
      const maskPattern = length % 8
      const { data, version } = encode(text, { ecc, border: 0, maskPattern, maxVersion: 10 })
      versions.add(version)
      expect(readQr(data)).toBe(text)
    }
    expect(versions.size).toBeGreaterThanOrEqual(5)
  },
)

test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('a code of version %i is read', (version) => {
  const { data } = encode('a?b', { ecc: 'M', border: 0, minVersion: version, maxVersion: version })
  expect(readQr(data)).toBe('a?b')
})

test('both pictures of a URL are read', () => {
  const { svg, png } = renderQrCode(url)

  expect(readQr(modulesOfSvg(svg))).toBe(url)
  expect(readQr(modulesOfPng(Buffer.from(png, 'base64')))).toBe(url)
})

test('a code with one wrong module is invalid', () => {
  const modules = modulesOfSvg(renderSVG(url, { ecc: 'M', border: 4 })).map((row) => [...row])
  const row = modules[12]
  if (row) row[12] = !row[12]

  expect(() => readQr(modules)).toThrow('damaged')
})

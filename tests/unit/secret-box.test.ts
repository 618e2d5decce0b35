import fc from 'fast-check'
import { expect, test } from 'vitest'
import { secretBox } from '#server/core/secrets/secret-box.ts'
import { anyCharacter } from '../support/characters.ts'

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const place = 'integrations|secret|mer_1|int_1'

test('a sealed secret opens at its place', () => {
  const box = secretBox([first])

  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (plain) => {
      expect(box.open(box.seal(plain, place), place)).toBe(plain)
    }),
  )
})

test('the same secret never produces the same text twice, and reveals nothing', () => {
  const box = secretBox([first])
  const sealed = Array.from({ length: 100 }, () => box.seal('whsec_abc', place))

  expect(new Set(sealed).size).toBe(100)
  expect(sealed.join('')).not.toContain('whsec')
})

test('each changed character is detected', () => {
  const box = secretBox([first])
  const sealed = box.seal('whsec_abcdefgh', place)

  for (const [index, character] of [...sealed].entries()) {
    for (const other of ['A', 'B', '_', '.', '']) {
      if (other === character) continue
      const changed = sealed.slice(0, index) + other + sealed.slice(index + 1)
      expect(() => box.open(changed, place), changed).toThrow()
    }
  }
})

test('a shorter tag, more parts, or an appended text is refused', () => {
  const box = secretBox([first])
  const sealed = box.seal('whsec_abcdefgh', place)
  const parts = sealed.split('.')
  const tag = Buffer.from(parts.at(-1) ?? '', 'base64url')

  for (const length of [0, 1, 4, 8, 12, 15]) {
    const shortened = [...parts.slice(0, -1), tag.subarray(0, length).toString('base64url')]
    expect(() => box.open(shortened.join('.'), place), `${length} bytes`).toThrow()
  }
  for (const more of ['.', '.x', '=', ' ', '\n']) {
    expect(() => box.open(sealed + more, place)).toThrow()
  }
  for (const text of ['', 'v1', 'v2.a.b.c.d', 'whsec_abc', '....', 'v1....']) {
    expect(() => box.open(text, place)).toThrow()
  }
})

test('a secret moved to another merchant, row or column does not open', () => {
  const box = secretBox([first])
  const sealed = box.seal('whsec_abc', place)

  for (const other of [
    'integrations|secret|mer_2|int_1',
    'integrations|secret|mer_1|int_2',
    'integrations|previousSecret|mer_1|int_1',
    '',
  ]) {
    expect(() => box.open(sealed, other)).toThrow()
  }
})

test('a new first key opens secrets of the former one, and new secrets need the new key', () => {
  const former = secretBox([first]).seal('whsec_abc', place)
  const rotated = secretBox([second, first])

  expect(rotated.open(former, place)).toBe('whsec_abc')
  const fresh = rotated.seal('whsec_def', place)
  expect(secretBox([second]).open(fresh, place)).toBe('whsec_def')
  expect(() => secretBox([first]).open(fresh, place)).toThrow('not configured any more')
  expect(() => secretBox([second]).open(former, place)).toThrow('not configured any more')
})

test('the age of the key of a sealed secret is known', () => {
  const rotated = secretBox([second, first])

  expect(rotated.ageOf(rotated.seal('whsec_abc', place))).toBe('newest')
  expect(rotated.ageOf(secretBox([first]).seal('whsec_abc', place))).toBe('former')
  expect(rotated.ageOf(secretBox([Buffer.alloc(32, 3)]).seal('x', place))).toBe('unknown')
  for (const text of ['', 'whsec_abc', 'v1..a.b.c']) expect(rotated.ageOf(text)).toBe('unknown')
})

test('a key is required', () => {
  expect(() => secretBox([])).toThrow('needs a key')
})

test('deterministic sealing repeats its output, and differs for another text, place or key', () => {
  const box = secretBox([first])
  const sealed = box.sealAlike('receipt', 'receipts')
  const others = [
    box.sealAlike('receipt.', 'receipts'),
    box.sealAlike('receipt', 'receipts '),
    box.seal('receipt', 'receipts'),
    secretBox([second]).sealAlike('receipt', 'receipts'),
  ]

  expect(box.sealAlike('receipt', 'receipts')).toBe(sealed)
  expect(box.open(sealed, 'receipts')).toBe('receipt')
  expect(() => box.open(sealed, 'elsewhere')).toThrow()
  const initialValues = [sealed, ...others].map((each) => each.split('.')[2])
  expect(new Set(initialValues).size).toBe(5)
})

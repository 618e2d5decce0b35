import fc from 'fast-check'
import { expect, test } from 'vitest'
import { secretBox } from '#server/core/secrets/secret-box.ts'
import { anyCharacter } from '../support/characters.ts'

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const place = 'integrations|secret|mer_1|int_1'

test('what was sealed is opened at its place', () => {
  const box = secretBox([first])

  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (plain) => {
      expect(box.open(box.seal(plain, place), place)).toBe(plain)
    }),
  )
})

test('the same secret never looks the same twice, and shows nothing', () => {
  const box = secretBox([first])
  const sealed = Array.from({ length: 100 }, () => box.seal('whsec_abc', place))

  expect(new Set(sealed).size).toBe(100)
  expect(sealed.join('')).not.toContain('whsec')
})

test('every change of a character is noticed', () => {
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

test('a shorter tag, more parts, or anything appended is refused', () => {
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

test('moved to another merchant, row or column it does not open', () => {
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

test('with a new key in front, what the former sealed still opens, and new ones need the new', () => {
  const former = secretBox([first]).seal('whsec_abc', place)
  const rotated = secretBox([second, first])

  expect(rotated.open(former, place)).toBe('whsec_abc')
  const fresh = rotated.seal('whsec_def', place)
  expect(secretBox([second]).open(fresh, place)).toBe('whsec_def')
  expect(() => secretBox([first]).open(fresh, place)).toThrow('not configured any more')
  expect(() => secretBox([second]).open(former, place)).toThrow('not configured any more')
})

test('of what is sealed it can be told how old its key is', () => {
  const rotated = secretBox([second, first])

  expect(rotated.ageOf(rotated.seal('whsec_abc', place))).toBe('newest')
  expect(rotated.ageOf(secretBox([first]).seal('whsec_abc', place))).toBe('former')
  expect(rotated.ageOf(secretBox([Buffer.alloc(32, 3)]).seal('x', place))).toBe('unknown')
  for (const text of ['', 'whsec_abc', 'v1..a.b.c']) expect(rotated.ageOf(text)).toBe('unknown')
})

test('there must be a key', () => {
  expect(() => secretBox([])).toThrow('needs a key')
})

test('what is sealed alike looks the same each time, and another way for another text, place or key', () => {
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

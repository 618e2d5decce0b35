import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { usedClasses, withoutUnused } from '../../scripts/lib/used-styles.mjs'

const withoutSpace = (css: string) => css.replace(/\s+/g, '')
const kept = (css: string, ...used: string[]) => withoutSpace(withoutUnused(css, new Set(used)))

test('a rule whose class no script has is left out', () => {
  expect(kept('.m_11111 { a: b } .m_22222 { a: b } body { a: b }', 'm_11111')).toBe(
    '.m_11111{a:b}body{a:b}',
  )
})

test('of several selectors, those that can match stay', () => {
  expect(kept('.m_11111, .m_22222 { a: b }', 'm_11111')).toBe('.m_11111{a:b}')
})

test('a class in an alternative or a negation is not needed', () => {
  const css = '.m_11111:where(.m_22222, .m_33333){a:b}.m_11111:not(.m_22222){a:b}'
  expect(kept(css, 'm_11111')).toBe(withoutSpace(css))
})

test('a class in a single condition is needed', () => {
  expect(kept('.m_11111:where(.m_22222 + .m_11111) { a: b }', 'm_11111')).toBe('')
  expect(kept('@media print { .m_22222 { a: b } } @layer x;')).toBe('@layerx;')
})

test('the page keeps the styles of a component that another one consists of', () => {
  const classOf = (name: string) =>
    /"root": "(m_[0-9a-f]+)"/.exec(
      readFileSync(
        new URL(
          `../../node_modules/@mantine/core/esm/components/${name}/${name}.module.mjs`,
          import.meta.url,
        ),
        'utf8',
      ),
    )?.[1]
  const used = usedClasses()
  expect(used).toContain(classOf('Button'))
  // Buttons use the loader, and notifications their own component of the core.
  expect(used).toContain(classOf('Loader'))
  expect(used).toContain(classOf('Notification'))
  expect(used).not.toContain(classOf('Rating'))
})

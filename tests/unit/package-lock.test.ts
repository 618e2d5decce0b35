import { expect, test } from 'vitest'
import manifest from '../../package.json'
import lock from '../../package-lock.json'

test('the lock asks for what package.json asks for, and nothing else', () => {
  // What only the lock names is never installed, and every start would install anew because of it.
  const { '': root } = lock.packages
  expect(root.dependencies).toEqual(manifest.dependencies)
  expect(root.devDependencies).toEqual(manifest.devDependencies)
})

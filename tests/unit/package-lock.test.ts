import { describe, expect, test } from 'vitest'
import manifest from '../../package.json'
import lock from '../../package-lock.json'
import {
  type Lock,
  type LockedPackages,
  lockOf,
  neededLocations,
  whyStale,
} from '../../scripts/lib/packages.mjs'
import tools from '../tools/package.json'

const { packages } = lock as unknown as Lock

test('the lock file requires what the manifests require, and nothing else', () => {
  // A package that only the lock names is never installed, so every start would repeat the installation.
  expect(packages['']?.dependencies).toEqual(manifest.dependencies)
  expect(packages['']?.devDependencies).toEqual(manifest.devDependencies)
  expect(packages['tests/tools']?.devDependencies).toEqual(tools.devDependencies)
})

test('a start installs none of the test-only tools', () => {
  const startPackages = neededLocations(packages, [''])
  const names = Object.keys(tools.devDependencies).filter((name) => !name.startsWith('@types/'))
  const direct = { ...manifest.dependencies, ...manifest.devDependencies }

  // Packages of the product depend on these.
  const sharedTools = ['ajv', 'ajv-formats', 'jose', 'standardwebhooks', 'typescript']
  const installedTools = names.filter((name) => startPackages.has(`node_modules/${name}`))
  expect(installedTools.filter((name) => !sharedTools.includes(name))).toEqual([])
  expect(Object.keys(direct).filter((name) => !startPackages.has(`node_modules/${name}`))).toEqual(
    [],
  )
})

describe('a group of packages', () => {
  const lockPackages = {
    '': { dependencies: { server: '1.0.0' } },
    'tests/tools': { devDependencies: { tester: '1.0.0' } },
    'node_modules/server': { version: '1.0.0', dependencies: { shared: '^1.0.0' } },
    'node_modules/server/node_modules/shared': { version: '1.2.0' },
    'node_modules/shared': { version: '2.0.0' },
    'node_modules/tester': {
      version: '1.0.0',
      dependencies: { shared: '^2.0.0' },
      optionalDependencies: { 'other-system': '1.0.0' },
    },
    'node_modules/other-system': { version: '1.0.0', optional: true },
  }
  const { '': _root, 'tests/tools': _tools, ...all } = lockPackages
  const forStart: LockedPackages = {
    'node_modules/server': all['node_modules/server'],
    'node_modules/server/node_modules/shared': all['node_modules/server/node_modules/shared'],
  }
  const whyStaleWithout = (
    group: 'start' | 'test',
    installed: LockedPackages | undefined,
    missingPath?: string,
  ) => whyStale({ group, wanted: lockPackages, installed, exists: (path) => path !== missingPath })

  test('is present when each package that it needs is', () => {
    expect(whyStaleWithout('start', forStart)).toBeUndefined()
    expect(whyStaleWithout('test', all)).toBeUndefined()
  })

  test('is stale when one is missing, gone from its folder or of another version', () => {
    expect(whyStaleWithout('start', undefined)).toBe('node_modules is missing')
    expect(whyStaleWithout('test', forStart)).toBe('node_modules/tester is not at 1.0.0')
    expect(whyStaleWithout('start', forStart, 'node_modules/server/node_modules/shared')).toBe(
      'node_modules/server/node_modules/shared is gone',
    )
    const older = { ...forStart, 'node_modules/server': { version: '0.9.0' } }
    expect(whyStaleWithout('start', older)).toBe('node_modules/server is not at 1.0.0')
  })
})

test('SQLite is installed alone at the version of the lock file, with all that its installation needs', () => {
  const lockOfDriver = lockOf(lock as unknown as Lock, 'better-sqlite3')
  const driver = lockOfDriver.lock.packages['node_modules/better-sqlite3']

  expect(lockOfDriver.manifest.dependencies).toEqual({
    'better-sqlite3': manifest.dependencies['better-sqlite3'],
  })
  expect(driver?.version).toBe(manifest.dependencies['better-sqlite3'])
  for (const name of Object.keys(driver?.dependencies ?? {})) {
    expect(lockOfDriver.lock.packages).toHaveProperty([`node_modules/${name}`])
  }
  expect(Object.keys(lockOfDriver.lock.packages).length).toBeLessThan(60)
})

test('the compiler of the SDK is installed alone at the versions of the lock file', () => {
  const { manifest: compiler, lock: lockOfCompiler } = lockOf(
    lock as unknown as Lock,
    'typescript',
    '@types/node',
  )

  expect(compiler.dependencies).toEqual({
    typescript: tools.devDependencies.typescript,
    '@types/node': tools.devDependencies['@types/node'],
  })
  expect(lockOfCompiler.packages).toHaveProperty(['node_modules/undici-types'])
  expect(Object.keys(lockOfCompiler.packages).length).toBeLessThan(30)
})

/** The `packages` of a package-lock.json, by location. */
export type LockedPackages = Record<string, LockedPackage>

export interface LockedPackage {
  version?: string
  optional?: boolean
  devOptional?: boolean
  dev?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export interface Lock {
  lockfileVersion: number
  packages: LockedPackages
}

export function neededLocations(packages: LockedPackages, roots: string[]): Set<string>

export function whyStale(options: {
  group: 'start' | 'test'
  wanted: LockedPackages
  installed: LockedPackages | undefined
  exists: (place: string) => boolean
}): string | undefined

export function lockOf(
  lock: Lock,
  ...names: string[]
): { manifest: Record<string, unknown>; lock: Lock & { requires: boolean } }

// Reads package-lock.json: which packages a group needs, whether they are installed, and a lock for a single group.

/**
 * Each group, with the locations in the lock whose dependencies it installs. Packages for checks and tests alone are
 * a separate workspace, so that a first start does not wait for them.
 */
const GROUPS = { start: [''], test: ['', 'tests/tools'] }

/**
 * Returns the location to which Node resolves `name` from `location`; undefined for an optional peer not in the lock.
 */
function findLocation(packages, location, name) {
  for (let folder = location; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[candidate]) return candidate
    if (folder === '') return undefined
  }
}

/** Returns every location in the lock that the packages at `roots` need, including `roots`. */
export function neededLocations(packages, roots) {
  const found = new Set(roots)
  // The loop also visits the elements that are added to the set while it runs.
  for (const location of found) {
    const entry = packages[location]
    const wanted = { ...entry.dependencies, ...entry.optionalDependencies }
    for (const name of Object.keys(entry.peerDependencies ?? {})) {
      if (!entry.peerDependenciesMeta?.[name]?.optional) wanted[name] = true
    }
    // Only this project's own packages need their devDependencies, installed packages do not.
    if (!location.includes('node_modules')) Object.assign(wanted, entry.devDependencies)
    for (const name of Object.keys(wanted)) {
      const needed = findLocation(packages, location, name)
      if (needed) found.add(needed)
    }
  }
  return found
}

/**
 * Returns why a group's packages must be installed; undefined when they are up to date.
 *
 * `wanted` and `installed` are the `packages` of package-lock.json and of node_modules/.package-lock.json.
 * npm writes node_modules/.package-lock.json last: when it is missing, an installation was interrupted.
 * `exists(location)` returns true when the folder of a package exists.
 */
export function whyStale({ group, wanted, installed, exists }) {
  if (!installed) return 'node_modules is missing'
  for (const location of neededLocations(wanted, GROUPS[group])) {
    const entry = wanted[location]
    // The lock also contains binaries for other systems, which npm does not install here.
    if (GROUPS[group].includes(location) || entry.optional || entry.devOptional) continue
    if (installed[location]?.version !== entry.version)
      return `${location} is not at ${entry.version}`
    if (!exists(location)) return `${location} is gone`
  }
  return undefined
}

/** Returns the package.json and package-lock.json that install `names` alone, at the versions of `lock`. */
export function lockOf(lock, ...names) {
  const roots = names.map((name) => `node_modules/${name}`)
  const manifest = {
    private: true,
    dependencies: Object.fromEntries(
      names.map((name) => [name, lock.packages[`node_modules/${name}`].version]),
    ),
    allowScripts: Object.fromEntries(names.map((name) => [name, true])),
  }
  const locations = [...neededLocations(lock.packages, roots)].toSorted()
  const entries = locations.map((location) => {
    const { dev: _dev, devOptional: _devOptional, ...entry } = lock.packages[location]
    return [location, entry]
  })
  const packages = { '': manifest, ...Object.fromEntries(entries) }
  return { manifest, lock: { lockfileVersion: lock.lockfileVersion, requires: true, packages } }
}

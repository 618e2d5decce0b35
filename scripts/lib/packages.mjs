// Reads package-lock.json: which packages a group needs, whether they are installed, and a lock for one of them.

/**
 * Each group, with the locations in the lock whose dependencies it installs. Packages for checks and tests alone are
 * a separate workspace, so that a first start does not wait for them.
 */
const GROUPS = { start: [''], test: ['', 'tests/tools'] }

/** Returns the location to which Node resolves `name` from `place`; undefined for an optional peer not in the lock. */
function placeOf(packages, place, name) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[candidate]) return candidate
    if (folder === '') return undefined
  }
}

/** Returns every location in the lock that the packages at `roots` need, including `roots`. */
export function placesNeeded(packages, roots) {
  const found = new Set(roots)
  // The loop also visits the elements that are added to the set while it runs.
  for (const place of found) {
    const entry = packages[place]
    const wanted = { ...entry.dependencies, ...entry.optionalDependencies }
    for (const name of Object.keys(entry.peerDependencies ?? {})) {
      if (!entry.peerDependenciesMeta?.[name]?.optional) wanted[name] = true
    }
    // Only this project's own packages need their devDependencies, installed packages do not.
    if (!place.includes('node_modules')) Object.assign(wanted, entry.devDependencies)
    for (const name of Object.keys(wanted)) {
      const needed = placeOf(packages, place, name)
      if (needed) found.add(needed)
    }
  }
  return found
}

/**
 * Returns why a group's packages must be installed; undefined when they are up to date.
 *
 * `wanted` and `installed` are the `packages` of package-lock.json and of node_modules/.package-lock.json.
 * npm writes the latter last: when it is missing, an installation was interrupted.
 * `exists(place)` returns true when the folder of a package exists.
 */
export function whyStale({ group, wanted, installed, exists }) {
  if (!installed) return 'node_modules is missing'
  for (const place of placesNeeded(wanted, GROUPS[group])) {
    const entry = wanted[place]
    // The lock also contains binaries for other systems, which npm does not install here.
    if (GROUPS[group].includes(place) || entry.optional || entry.devOptional) continue
    if (installed[place]?.version !== entry.version) return `${place} is not at ${entry.version}`
    if (!exists(place)) return `${place} is gone`
  }
  return undefined
}

/** Returns the package.json and package-lock.json that install `name` alone, at the versions of `lock`. */
export function lockOf(lock, name) {
  const root = `node_modules/${name}`
  const manifest = {
    private: true,
    dependencies: { [name]: lock.packages[root].version },
    allowScripts: { [name]: true },
  }
  const places = [...placesNeeded(lock.packages, [root])].toSorted()
  const entries = places.map((place) => {
    const { dev: _dev, devOptional: _devOptional, ...entry } = lock.packages[place]
    return [place, entry]
  })
  const packages = { '': manifest, ...Object.fromEntries(entries) }
  return { manifest, lock: { lockfileVersion: lock.lockfileVersion, requires: true, packages } }
}

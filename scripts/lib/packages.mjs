// Reads package-lock.json: which packages a group needs, whether they are installed, and a lock for one of them.

/**
 * Each group with the places of the lock whose dependencies it installs. What only checks and tests need is a
 * workspace of its own, so that a first start does not wait for it.
 */
const GROUPS = { start: [''], test: ['', 'tests/tools'] }

/** The place of `name` as Node finds it from `place`, or undefined where the lock has none (an optional peer). */
function placeOf(packages, place, name) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const candidate = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[candidate]) return candidate
    if (folder === '') return undefined
  }
}

/** Every place of the lock that the packages at `roots` need, those at `roots` included. */
export function placesNeeded(packages, roots) {
  const found = new Set(roots)
  // A set yields what is added while it is read.
  for (const place of found) {
    const entry = packages[place]
    const wanted = { ...entry.dependencies, ...entry.optionalDependencies }
    for (const name of Object.keys(entry.peerDependencies ?? {})) {
      if (!entry.peerDependenciesMeta?.[name]?.optional) wanted[name] = true
    }
    // A package brings its tools only where it is worked on.
    if (!place.includes('node_modules')) Object.assign(wanted, entry.devDependencies)
    for (const name of Object.keys(wanted)) {
      const needed = placeOf(packages, place, name)
      if (needed) found.add(needed)
    }
  }
  return found
}

/**
 * Why a group's packages have to be installed, or undefined when they are there.
 *
 * `wanted` and `installed` are the `packages` of package-lock.json and of node_modules/.package-lock.json, which npm
 * writes last: without it an installation was interrupted. `exists(place)` says whether a package's folder is there.
 */
export function whyStale({ group, wanted, installed, exists }) {
  if (!installed) return 'node_modules is missing'
  for (const place of placesNeeded(wanted, GROUPS[group])) {
    const entry = wanted[place]
    // Binaries for other systems are in the lock but rightly absent here.
    if (GROUPS[group].includes(place) || entry.optional || entry.devOptional) continue
    if (installed[place]?.version !== entry.version) return `${place} is not at ${entry.version}`
    if (!exists(place)) return `${place} is gone`
  }
  return undefined
}

/** The package.json and package-lock.json that install `name` alone, at the versions of `lock`. */
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

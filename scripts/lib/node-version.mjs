const MINIMUM = [20, 19]

/** Exits with advice when this Node is too old to run the product. */
export function requireNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number)
  if (major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1])) return
  console.error(
    `Incasso needs Node ${MINIMUM.join('.')} or newer; this is ${version}.\n` +
      'Install Node 22 or 24 (https://nodejs.org) and run the command again.',
  )
  process.exit(1)
}

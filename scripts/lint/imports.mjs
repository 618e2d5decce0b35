import { posix } from 'node:path'

const ALIASES = { '#server': 'src-server', '#db': 'db', '#client': 'src', '#tests': 'tests' }

const SHARED = /^src-server\/(shared\/|.*\.schema\.ts$)/
const ROUTER = /\/[^/]+\.router\.ts$/
const DOORS =
  /^(src-server\/(app|server|trpc|router)\.ts$|src-server\/http\/|npm:(@trpc|fastify|@fastify)\b)/

/**
 * Who may not import whom. `from` and `unless` test the importing file, `to` and `except` what it
 * imports; with `types` a type-only import is let through. Files are paths from the root of the
 * repository, packages read `npm:name`, Node's own modules `node:name`.
 */
const RULES = [
  {
    from: /^(src|src-server|db)\//,
    to: /^(tests|scripts)\//,
    why: 'Nothing imports tests/ or scripts/.',
  },
  {
    from: /^db\//,
    to: /^(src|src-server)\//,
    why: 'db/ knows nothing of the server or the client.',
  },
  {
    from: /^db\/migrations\/\d/,
    to: /./,
    except: /^(npm:kysely|db\/portable\.ts)$/,
    why: 'A migration is frozen in time: it imports kysely and db/portable.ts alone.',
  },
  { from: /^src-server\//, to: /^src\//, why: 'The server does not import the client.' },
  {
    from: SHARED,
    to: /./,
    except: /^(npm:zod$|src-server\/shared\/|.*\.schema\.ts$)/,
    why: 'shared/ and *.schema.ts run in the browser too: they import zod and each other alone.',
  },
  {
    from: /^src-server\/.*\.rules\.ts$/,
    to: /./,
    // A hash is as pure as a sum.
    except: /^(npm:zod$|node:crypto$|src-server\/shared\/|.*\.(schema|rules)\.ts$)/,
    types: true,
    why: 'Rules are pure: they import schemas, shared/ and other rules alone.',
  },
  {
    from: /^src-server\/.*\.queries\.ts$/,
    to: /\/[^/]+\.router\.ts$|^src-server\/context\.ts$/,
    why: 'Queries take the database and plain values, no context and no router.',
  },
  {
    from: /^src-server\/features\//,
    unless: ROUTER,
    to: DOORS,
    why: 'Domain code knows neither tRPC nor Fastify.',
  },
  {
    from: ROUTER,
    to: ROUTER,
    why: 'A router never imports a router: share a use case or a query.',
  },
  {
    from: ROUTER,
    to: /^(npm:kysely$|npm:(fastify|@fastify)\b|src-server\/(app|server|router)\.ts$)/,
    types: true,
    why: 'A router maps procedures to use cases and queries, nothing more.',
  },
  {
    from: /^src-server\/trpc\.ts$/,
    to: /^src-server\/features\//,
    types: true,
    why: 'trpc.ts is the root that features build on: it imports none of them.',
  },
  { from: /^src\//, to: /^db\//, why: 'The client does not know the database.' },
  {
    from: /^src\//,
    to: /^src-server\/router\.ts$/,
    types: true,
    why: 'The client takes the type of the router, never its code.',
  },
  {
    from: /^src\//,
    to: /^src-server\//,
    except: /^src-server\/(router\.ts$|shared\/|.*\.schema\.ts$)/,
    why: 'The client imports the type AppRouter, *.schema.ts and shared/ from the server, no more.',
  },
  {
    from: /^src\//,
    to: /^(node:|npm:(@trpc\/server(?!\/observable)|fastify|@fastify|kysely|better-sqlite3|pg)\b)/,
    types: true,
    why: 'This belongs to the server.',
  },
  {
    from: /^src\/(components|lib)\//,
    to: /^src\/(features|routes)\//,
    why: 'components/ and lib/ are below features and routes.',
  },
  {
    from: /^src\/components\//,
    to: /^(src\/trpc\.tsx?$|npm:@trpc\/)/,
    why: 'Components are dumb: data comes to them as props.',
  },
  { from: /^src\/features\//, to: /^src\/routes\//, why: 'Features are below routes.' },
]

/** The target as the rules spell it: a path from the root, `npm:name` or `node:name`. */
function target(from, specifier) {
  const [head, ...rest] = specifier.split('/')
  if (head in ALIASES) return posix.join(ALIASES[head], ...rest)
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  return specifier.startsWith('node:') ? specifier : `npm:${specifier}`
}

const feature = (path) => /^src\/features\/([^/]+)\//.exec(path)?.[1]

/** Why the file `from` may not import `specifier`, or undefined when it may. */
export function whyForbidden({ from, specifier, typeOnly = false }) {
  const to = target(from, specifier)
  const [mine, theirs] = [feature(from), feature(to)]
  if (mine && theirs && mine !== theirs) {
    return 'A feature of the client never imports another: compose them in the route.'
  }
  const broken = RULES.find(
    (rule) =>
      rule.from.test(from) &&
      !rule.unless?.test(from) &&
      rule.to.test(to) &&
      !rule.except?.test(to) &&
      !(rule.types && typeOnly),
  )
  return broken?.why
}

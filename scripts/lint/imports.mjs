import { posix } from 'node:path'

const ALIASES = {
  '#server': 'src-server',
  '#sdk': 'src-sdk',
  '#db': 'db',
  '#client': 'src',
  '#tests': 'tests',
}

const SHARED = /^src-server\/(shared\/|.*\.schema\.ts$)/
const DOCS = /^src-server\/.*\.docs\.ts$/
const ROUTER = /\/[^/]+\.router\.ts$/
const TRANSPORTS = /^(src-server\/core\/calls\/trpc\.ts$|npm:(@trpc|fastify|@fastify)\b)/

/** The layers of `src-server/`, lowest first: a file imports its own layer and lower ones; types count too. */
export const LAYERS = ['shared', 'config', 'core', 'services', 'features', 'http', 'jobs', 'ops']

/** The services that may import other services, and which services they may import; all other services import none. */
export const SERVICES_BELOW = {
  identity: ['audit', 'mail', 'preferences'],
  outbox: ['audit', 'notices'],
}

/** The features in order: each may import only earlier ones. */
export const FEATURES = [
  'merchants',
  'branding',
  'identity',
  'customers',
  'api-keys',
  'environment',
  'processor-accounts',
  'transactions',
  'disputes',
  'refunds',
  'ledger',
  'money',
  'payment-links',
  'receipts',
  'team',
  'live',
  'request-log',
  'preferences',
  'views',
  'notices',
  'takings',
  'months',
  'analytics',
  'webhooks',
  'integrations',
  'webhook-endpoints',
  'listeners',
  'demo',
  'audit-log',
  'dashboard',
  'openai',
  'clerk',
]

/**
 * Forbidden imports. `from` and `unless` match the importing file, `to` and `except` the imported one; `types` allows
 * type-only imports. Files are paths from the root of the repository, packages `npm:name`, Node's modules `node:name`.
 */
const RULES = [
  {
    from: /^(src|src-server|src-sdk|db)\//,
    to: /^(tests|scripts)\//,
    why: 'Nothing imports tests/ or scripts/.',
  },
  {
    from: /^src-sdk\//,
    to: /./,
    unless: /^src-sdk\/(cli|rehearse)\//,
    except: /^src-sdk\//,
    why: 'The SDK runs anywhere: it imports no package, no module of Node and nothing of the server.',
  },
  {
    from: /^src-sdk\/(cli|rehearse)\//,
    to: /./,
    except: /^(src-sdk\/|node:)/,
    why: 'The command line imports the SDK and Node alone.',
  },
  {
    from: /^src-sdk\/(?!(cli|rehearse)\/)/,
    to: /^src-sdk\/(cli|rehearse)\//,
    why: 'The client runs without Node: it imports nothing of the command line.',
  },
  {
    from: /^(src|src-server|db)\//,
    to: /^src-sdk\//,
    except: /\.md\?raw$/,
    why: 'The SDK is for programs of others: the product does not use it.',
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
    except:
      /^(npm:zod$|src-server\/(shared\/|services\/processors\/account-schemas\.ts$)|.*\.schema\.ts$)/,
    why: 'shared/ and *.schema.ts run in the browser too: they import zod and each other alone, and the schemas of processors.',
  },
  {
    from: /^src-server\/.*\.rules\.ts$/,
    to: /./,
    // Hashing is a pure function.
    except: /^(npm:zod$|node:crypto$|src-server\/shared\/|.*\.(schema|rules)\.ts$)/,
    types: true,
    why: 'Rules are pure: they import schemas, shared/ and other rules alone.',
  },
  {
    from: DOCS,
    to: /./,
    // The list of audit actions contains only names, which docs may use.
    except:
      /^(npm:zod$|src-server\/(shared\/|core\/calls\/docs\.ts$|services\/audit\/audit-actions\.ts$)|.*\.(schema|docs)\.ts$)/,
    types: true,
    why: 'Docs are words: they import schemas, shared/ and other docs; of anything else types alone.',
  },
  {
    from: /^src-server\//,
    unless: /\.docs\.ts$|^src-server\/http\/openapi\//,
    to: DOCS,
    why: 'Docs are for the reference: http/openapi/ gathers them, and nothing else reads them.',
  },
  {
    from: /^src-server\/.*\.queries\.ts$/,
    to: /\/[^/]+\.router\.ts$|^src-server\/core\/context\.ts$/,
    why: 'Queries take the database and plain values, no context and no router.',
  },
  {
    from: /^src-server\/(features|services)\//,
    unless: /\.router\.ts$|\/idempotently\.ts$/,
    to: TRANSPORTS,
    why: 'Domain code knows neither tRPC nor Fastify.',
  },
  {
    from: /^(src|src-server|db)\//,
    unless: /^src-server\/services\/tracing\/open-telemetry\.ts$/,
    to: /^npm:@opentelemetry\b/,
    why: 'Spans are opened by core/tracing.ts: a server without a collector loads nothing of OpenTelemetry.',
  },
  {
    from: /^src-server\/http\/entrance\//,
    to: /^src-server\/http\/(routes|payer-pages|openapi)\//,
    why: 'Each request passes the entrance before it has a route: the entrance knows none.',
  },
  {
    from: /^src-server\/http\/openapi\//,
    to: /^src-server\/http\/(routes|payer-pages|entrance)\//,
    why: 'The description of the API is made from procedures and docs: routes hand it out, it knows none.',
  },
  {
    from: ROUTER,
    to: ROUTER,
    why: 'A router never imports a router: share a use case or a query.',
  },
  {
    from: ROUTER,
    to: /^npm:(kysely|fastify|@fastify)\b/,
    types: true,
    why: 'A router maps procedures to use cases and queries alone.',
  },
  {
    from: /^src-server\/(features|http|jobs|ops)\//,
    unless: /^src-server\/features\/transactions\//,
    to: /^src-server\/features\/transactions\/store\/insert-payments\.ts$/,
    why: 'Payments are stored by features/transactions alone, which runs what follows them.',
  },
  {
    from: /^src-server\//,
    unless: /^src-server\/features\/transactions\/consequences\.ts$/,
    to: /^src-server\/services\/rollups\/payment-sums\.queries\.ts$/,
    why: 'The sums of payments are a consequence of payments: see features/transactions/consequences.ts.',
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
    to: /\/(processor-accounts|transaction-v2|new-transaction)\.schema\.ts$/,
    types: true,
    why: 'Schemas that are made from the list of processors stay at the server: the client takes their types.',
  },
  {
    from: /^src\//,
    to: /^src-server\//,
    except: /^src-server\/(router\.ts$|shared\/|.*\.schema\.ts$)/,
    why: 'From the server the client imports the type AppRouter, *.schema.ts and shared/ alone.',
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
  {
    from: /^src\/processors\//,
    to: /^src\/routes\//,
    why: 'Processors are below routes.',
  },
  {
    from: /^src\/(components|lib)\//,
    to: /^src\/(processors|list)\//,
    why: 'components/ and lib/ are below processors and lists.',
  },
  {
    from: /^src\/list\//,
    to: /^src\/(routes|processors)\//,
    why: 'The frame of lists knows no list: routes define them.',
  },
]

/** Returns the imported module as the rules write it: a path from the root, `npm:name` or `node:name`. */
function targetOf(from, specifier) {
  const [head, ...rest] = specifier.split('/')
  if (head in ALIASES) return posix.join(ALIASES[head], ...rest)
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  return specifier.startsWith('node:') ? specifier : `npm:${specifier}`
}

const featureOf = (path) => /^src\/features\/([^/]+)\//.exec(path)?.[1]

/** Returns the layer and the subfolder that contain a path of the server. Top-level files are above all layers. */
function layerOf(path) {
  const [, layer, folder] = /^src-server\/(?:([^/]+)\/)?([^/]+)/.exec(path) ?? []
  if (folder === undefined) return undefined
  const level = layer === undefined ? LAYERS.length : LAYERS.indexOf(layer)
  return { layer, folder, level }
}

/** Returns why the order of layers, services or features forbids an import; undefined when it is allowed. */
function whyNotBelow(from, to) {
  const [mine, theirs] = [layerOf(from), layerOf(to)]
  if (!mine || !theirs) return undefined
  for (const { level, layer } of [mine, theirs]) {
    if (level === -1)
      return `src-server/${layer}/ is not a layer: name it in scripts/lint/imports.mjs.`
  }
  if (theirs.level > mine.level) {
    return `${mine.layer}/ is below ${theirs.layer ?? 'what starts the server'}: move down what both need.`
  }
  if (mine.layer !== theirs.layer || mine.folder === theirs.folder) return undefined
  if (mine.layer === 'services' && !SERVICES_BELOW[mine.folder]?.includes(theirs.folder)) {
    return `The service ${mine.folder} may not import ${theirs.folder}: see SERVICES_BELOW.`
  }
  if (mine.layer === 'features') return whyNotBefore(mine.folder, theirs.folder)
  return undefined
}

function whyNotBefore(mine, theirs) {
  const [here, there] = [FEATURES.indexOf(mine), FEATURES.indexOf(theirs)]
  if (here !== -1 && there !== -1 && there < here) return undefined
  return `The feature ${mine} comes before ${theirs}: see FEATURES in scripts/lint/imports.mjs.`
}

/** Requires an alias for imports that begin with `../../`: unlike such a path, an alias shows the target's folder. */
function whyClimbing(from, specifier, to) {
  if (!specifier.startsWith('../../') || from.startsWith('scripts/')) return undefined
  const alias = Object.keys(ALIASES).find((name) => to.startsWith(`${ALIASES[name]}/`))
  return alias && `Import it as ${alias}/${to.slice(ALIASES[alias].length + 1)}.`
}

/** Returns why the file `from` may not import `specifier`; undefined when it may. */
export function whyForbidden({ from, specifier, typeOnly = false }) {
  const to = targetOf(from, specifier)
  const [mine, theirs] = [featureOf(from), featureOf(to)]
  if (mine && theirs && mine !== theirs) {
    return 'A feature of the client never imports another: compose them in the route.'
  }
  const layering = whyNotBelow(from, to) ?? whyClimbing(from, specifier, to)
  if (layering) return layering
  const violated = RULES.find(
    (rule) =>
      rule.from.test(from) &&
      !rule.unless?.test(from) &&
      rule.to.test(to) &&
      !rule.except?.test(to) &&
      !(rule.types && typeOnly),
  )
  return violated?.why
}

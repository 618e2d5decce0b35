const METHODS = ['get', 'post', 'put', 'patch', 'delete']

const entriesThat = (object, keep) =>
  Object.fromEntries(Object.entries(object).filter(([name, value]) => keep(name, value)))

const isForKeys = ({ security = [] }) => security.some((scheme) => 'apiKey' in scheme)

/**
 * Keeps the parts of an operation from which types are generated. All refusals have the same body, and the client reads
 * their headers.
 */
function reduceOperation(operation) {
  const responses = entriesThat(operation.responses, (status) => status.startsWith('2'))
  for (const [status, { headers: _, ...response }] of Object.entries(responses)) {
    responses[status] = response
  }
  return { ...operation, responses }
}

const reducePath = (item) =>
  Object.fromEntries(
    METHODS.filter((method) => item[method] && isForKeys(item[method])).map((method) => [
      method,
      reduceOperation(item[method]),
    ]),
  )

/** Returns the names of the schemas that a part of the document refers to. */
const referencesIn = (part) =>
  [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)

/** Reduces the description of an API to what API keys can call and receive, with the schemas of these parts alone. */
export function reduceDocument({ paths, webhooks, components, ...document }) {
  const kept = entriesThat(
    Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, reducePath(item)])),
    (_, item) => Object.keys(item).length > 0,
  )
  const { schemas, parameters } = components
  const needed = new Set(['Problem', ...referencesIn([kept, webhooks, parameters])])
  // A set yields names that are added while it is read, so this also finds the schemas of schemas.
  for (const name of needed) for (const each of referencesIn(schemas[name])) needed.add(each)
  const reduced = { schemas: entriesThat(schemas, (name) => needed.has(name)), parameters }
  const bodies = Object.fromEntries(
    Object.entries(webhooks).map(([name, { post }]) => [name, { post: reduceOperation(post) }]),
  )
  return { ...document, paths: kept, webhooks: bodies, components: reduced }
}

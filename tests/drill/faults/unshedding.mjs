// Breaks the server on purpose: it sheds no load, but admits every request.
import { register } from 'node:module'

const hooks = `
const rule = 'admits(kind) {'
export async function load(url, context, next) {
  const loaded = await next(url, context)
  if (!url.includes('/dist/server/') || loaded.source == null) return loaded
  const source = String(loaded.source)
  if (!source.includes(rule)) return loaded
  return { ...loaded, source: source.replace(rule, rule + ' return true;') }
}`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)

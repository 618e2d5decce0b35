import { register } from 'node:module'

// Lets openapi-typescript run, which needs TypeScript's JavaScript API; the native compiler has none. `node --import`
// of this file replaces the package `typescript` by ts-morph's copy.
const api = new URL('./typescript-api-module.mjs', import.meta.url).href

register(
  `data:text/javascript,${encodeURIComponent(
    `export const resolve = (name, context, next) =>
      name === 'typescript' ? { url: '${api}', shortCircuit: true } : next(name, context)`,
  )}`,
)

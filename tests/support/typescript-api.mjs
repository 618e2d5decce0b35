import { register } from 'node:module'

// openapi-typescript builds its types with TypeScript's API in JavaScript, which the native compiler does
// not have. With `node --import` of this file it finds, under the same name, the copy that ts-morph brings.
const api = new URL('./typescript-api-module.mjs', import.meta.url).href

register(
  `data:text/javascript,${encodeURIComponent(
    `export const resolve = (name, context, next) =>
      name === 'typescript' ? { url: '${api}', shortCircuit: true } : next(name, context)`,
  )}`,
)

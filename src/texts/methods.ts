export { methodNames } from './en/methods.ts'

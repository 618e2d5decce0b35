/** What the server finds about its environment is said in English in the mix of two languages. */
export { findings } from './en/findings.ts'

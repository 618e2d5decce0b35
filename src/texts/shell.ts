export { live, palette, shell } from './en/shell.ts'

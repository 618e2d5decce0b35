export { shell, live, palette } from './en/shell.ts'

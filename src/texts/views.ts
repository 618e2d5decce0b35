export { views } from './en/views.ts'

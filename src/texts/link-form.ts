export { linkForm } from './en/link-form.ts'

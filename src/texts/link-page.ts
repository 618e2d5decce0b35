export { linkPage } from './en/link-page.ts'

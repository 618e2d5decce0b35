export { linkMails } from './en/link-mails.ts'

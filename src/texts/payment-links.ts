export { paymentLinks } from './en/payment-links.ts'

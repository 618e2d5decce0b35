export { stripe } from './en/stripe.ts'

export { waitingPayment } from './en/waiting-payment.ts'

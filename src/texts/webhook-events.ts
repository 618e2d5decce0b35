export { webhookEvents } from './en/webhook-events.ts'

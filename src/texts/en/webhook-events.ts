import type { EventStatus } from '#server/features/webhooks/webhooks.schema.ts'

const statuses: Record<EventStatus, string> = {
  success: 'Delivered',
  retry: 'Retrying',
  failed: 'Failed',
}

const events = (count: number) => (count === 1 ? '1 event' : `${count} events`)

export const webhookEvents = {
  title: 'Webhook events',
  list: 'Webhook events',
  help: 'Events are kept for 30 days. A delivery without a 2xx response is tried up to ten times over about three days.',
  loadFailed: 'Webhook events could not be loaded',
  empty: 'No webhook events found',
  emptyHelp: 'Events appear with your next payment or customer. You can also send a test event.',
  noUrl: 'Set a webhook URL, and Incasso notifies your program of every payment.',
  setUrl: 'Set a webhook URL',
  noMatch: 'No event matches these filters.',
  clearFilters: 'Clear filters',
  filters: 'Filters',
  status: 'Status',
  type: 'Type',
  allStatuses: 'All statuses',
  allTypes: 'All types',
  statuses,
  test: 'Test',
  nextAttempt: 'Next attempt',
  noNextAttempt: 'None',
  failed: 'Nothing was sent',
  sendTest: {
    open: 'Send test event',
    sent: (type: string) => ({ title: 'Test event sent', message: `${type} is on its way.` }),
  },
  replay: {
    open: 'Send failed events again',
    title: 'Send failed events again?',
    loading: 'Looking for failed events',
    none: (type: string | undefined) =>
      type ? `No ${type} event has failed.` : 'No event has failed.',
    text: (count: number) =>
      `${events(count)} will be sent again with the same IDs and bodies, on a new schedule of attempts.`,
    preview: 'Events to be sent',
    more: (count: number) => `and ${events(count)} more`,
    action: (count: number) => `Send ${events(count)} again`,
    back: 'Cancel',
    close: 'Close',
    done: (count: number) => ({
      title: 'Sent again',
      message: `${events(count)} ${count === 1 ? 'is' : 'are'} on the way.`,
    }),
  },
  detail: {
    close: 'Close event',
    loadFailed: 'The event could not be loaded',
    notFoundTitle: 'Event not found',
    notFound: 'It does not exist, or it is older than the 30 days that events are kept.',
    id: 'ID',
    copyId: 'Copy the event’s ID',
    created: 'Created',
    facts: 'About this event',
    attempts: 'Attempts',
    noAttempts: 'It has not been sent yet.',
    attempt: (number: number) => `Attempt ${number}`,
    noAnswer: 'No answer',
    took: (ms: number) => `${ms} ms`,
    answer: 'Answer',
    emptyAnswer: '(empty)',
    payload: 'Payload',
    copyPayload: 'Copy the payload',
    sendAgain: 'Send again',
    sentAgain: { title: 'Sent again', message: 'The event is on its way.' },
    noUrl: 'There is no webhook URL to send it to.',
    disabled: 'The endpoint is disabled: save the webhook URL again to switch it on.',
  },
  verify: {
    title: 'Verify a signature',
    text: 'Each delivery carries webhook-id, webhook-timestamp and webhook-signature (Standard Webhooks). Verify the raw body before you read it, and refuse timestamps more than five minutes away.',
    languages: 'Language',
    code: (language: string) => `How to verify with ${language}`,
    copy: (language: string) => `Copy the ${language} code`,
  },
} as const

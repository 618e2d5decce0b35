import type {
  DisabledReason,
  EndpointStatus,
} from '#server/features/webhook-endpoints/webhook-endpoints.schema.ts'

const statuses: Record<EndpointStatus, string> = { enabled: 'Enabled', disabled: 'Disabled' }

const reasons: Record<DisabledReason, string> = {
  by_hand: 'Disabled by hand.',
  gone: 'Disabled because it responded with 410 Gone.',
  failing: 'Disabled after five days of failures.',
}

export const webhookEndpoints = {
  title: 'Webhook endpoints',
  list: 'Webhook endpoints',
  text: 'Each endpoint has its own events, version, secret and deliveries. Up to 16 are allowed.',
  loadFailed: 'The webhook endpoints could not be loaded',
  failed: 'The change was not made',
  empty: 'No webhook endpoints',
  emptyHelp: 'Add the URL of a program that needs to know about payments.',
  ofIntegration: 'API Integration',
  statuses,
  reasons,
  allEvents: 'All events',
  events: (count: number) => (count === 1 ? '1 event' : `${count} events`),
  ofKey: (name: string) => `made by the key ${name}`,
  ofShop: (name: string) => `made by the key ${name}, only for the payments of this shop`,
  unusableKey: 'Key not valid',
  unusableKeyHelp:
    'The key that made this endpoint was revoked or has expired. Events are still sent: delete the endpoint if its program is no longer in use.',
  secret: (last4: string) => `whsec_…${last4}`,
  deliveries: 'Deliveries',
  deliveriesOf: (url: string) => `Deliveries to ${url}`,
  shown: 'shown below',
  actions: (url: string) => `Actions for ${url}`,
  configure: 'Configure',
  edit: 'Edit',
  enable: 'Enable',
  disable: 'Disable',
  test: 'Send test event',
  rotate: 'Rotate secret',
  delete: 'Delete',
  tested: { title: 'Test event sent', message: 'integration.test is on its way.' },
  enabled: { title: 'Endpoint enabled', message: 'New events are sent again.' },
  disabled: { title: 'Endpoint disabled', message: 'No more events are sent to it.' },
  form: {
    add: 'Add endpoint',
    addTitle: 'Add a webhook endpoint',
    editTitle: 'Edit the webhook endpoint',
    url: 'URL',
    version: 'API Version',
    versionHelp: 'The version of the bodies that are sent.',
    allEvents: 'All events, including new types of later releases',
    eventsMissing: 'Choose at least one event.',
    cancel: 'Cancel',
    create: 'Add endpoint',
    save: 'Save',
    saving: 'Saving…',
    saved: { title: 'Endpoint saved', message: 'The changes apply to new events.' },
  },
  secretDialog: {
    title: 'The endpoint’s signing secret',
    rotatedTitle: 'The endpoint’s new signing secret',
  },
  disableQuestion: {
    title: 'Disable this endpoint?',
    text: 'Events that wait for it are not sent. You can send them again once it is enabled.',
    back: 'Cancel',
  },
  deleteQuestion: {
    title: 'Delete this endpoint?',
    text: 'Events that wait for it are not sent, and its deliveries are no longer shown. This cannot be undone.',
    back: 'Cancel',
    done: { title: 'Endpoint deleted', message: 'No more events are sent to it.' },
  },
} as const

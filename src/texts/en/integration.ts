import type { ConnectionCheck } from '#server/features/integrations/integrations.schema.ts'
import type { EventType } from '#server/services/outbox/event-type.schema.ts'

const checks: Record<ConnectionCheck['name'], string> = {
  database: 'Database',
  api: 'API',
  signature: 'Signing secret',
  endpoint: 'Webhook endpoint',
  clock: 'Clock',
}

const checkStatuses: Record<ConnectionCheck['status'], string> = {
  ok: 'OK',
  failed: 'Failed',
  skipped: 'Skipped',
}

export const integration = {
  tabs: {
    label: 'API integration',
    overview: 'Overview',
    keys: 'API keys',
    events: 'Webhooks',
    requests: 'Requests',
  },
  loadFailed: 'The integration could not be loaded',
  signedOut: 'Sign in to see the integration of your account.',
  missingTitle: 'No integration record',
  missing: 'This account has no integration record, so there is nothing to configure or to test.',
  ownerOnly: 'Only owners can change this. Ask an owner of your team.',
  failed: 'The change was not made',
  status: {
    title: 'Status',
    connected: 'Connected',
    disabled: 'Disabled',
    lastSync: 'Last sync',
    lastSyncHelp: 'The last successful connection test or delivered event.',
    never: 'Never',
    test: 'Test Connection',
    testing: 'Testing...',
    checks: 'Results of the test',
    checkNames: checks,
    checkStatuses,
    took: (ms: number) => `${ms} ms`,
    passed: {
      title: 'Connection Test Successful',
      message: 'API connection is working properly.',
    },
    notPassed: {
      title: 'Connection Test Failed',
      message: 'Unable to connect to the API. Please check your configuration.',
    },
    disabledSince: 'No webhooks are sent since',
    disabledWhy:
      'Every delivery to the webhook endpoint failed for five days, or the endpoint answered 410 Gone. Fix it, then select Update Configuration to switch it on again. After that you can send the failed events again.',
  },
  configuration: {
    title: 'API Configuration',
    baseUrl: 'Base URL',
    copyBaseUrl: 'Copy the base URL',
    version: 'API Version',
    versionHelp: 'For new API keys and for webhooks. Existing keys keep the version they have.',
    versions: { v1: 'v1', v2: 'v2' },
    webhookUrl: 'Webhook URL',
    webhookUrlHelp: 'Events are sent here, signed. Leave it empty to send none.',
    webhookUrlPlaceholder: 'https://shop.example/webhooks/incasso',
    events: 'Events',
    eventsHelp:
      'What the endpoint is told of. A test of the connection always goes out. Types that come with later versions are added only when you choose them.',
    eventNames: {
      'payment.completed': 'A payment succeeded',
      'payment.failed': 'A payment failed',
      'payment.pending': 'A payment is waiting for its outcome',
      'customer.created': 'A customer was added',
      'integration.test': 'The connection is tested',
    } satisfies Record<EventType, string>,
    update: 'Update Configuration',
    updating: 'Updating...',
    updated: {
      title: 'Configuration Updated',
      message: 'API integration settings have been updated.',
    },
    notUpdated: {
      title: 'Update Failed',
      message: 'Failed to update integration settings.',
    },
  },
  secret: {
    label: 'Signing secret',
    none: 'Created when you first save a webhook URL.',
    masked: (last4: string) => `whsec_…${last4}`,
    rotate: 'Rotate secret',
    rotateTitle: 'Rotate the signing secret?',
    rotateText:
      'A new secret takes over at once. For 24 hours each delivery is signed with both, so that you can update your receiver without losing an event. After that, only the new secret is used.',
    rotateBack: 'Cancel',
    madeTitle: 'Your signing secret',
    rotatedTitle: 'Your new signing secret',
    text: 'Store it where your receiver verifies signatures. It is shown only once.',
    overlap: 'Deliveries are also signed with the previous secret until',
    field: 'Signing secret',
  },
  once: {
    copy: 'Copy',
    copied: 'Copied',
    notCopied: 'Your browser does not allow copying here: select the text and copy it by hand.',
    done: 'I have stored it',
  },
  endpoints: {
    title: 'Available Endpoints',
    text: 'Test makes the real call with your session and shows what your program would get.',
    test: 'Test',
    testOne: (endpoint: string) => `Test ${endpoint}`,
    list: 'Retrieve transaction data',
    pay: 'Process new payment',
    update: 'Update transaction status',
    payTitle: 'Take a sandbox payment?',
    payText:
      'This takes a real sandbox payment of $1.00 from “API Test”. It appears among your transactions and, with a webhook URL, as an event. No money moves.',
    payAction: 'Take payment',
    updateTitle: 'Run this test with a sandbox payment?',
    updateText:
      'This creates a pending sandbox bank transfer of $1.00 from “API Test” and cancels it. It stays among your transactions as failed. No money moves.',
    updateAction: 'Run test',
    back: 'Cancel',
    running: 'Calling…',
    result: (endpoint: string) => `Result of ${endpoint}`,
    request: 'Request',
    response: 'Response',
    copyRequest: 'Copy the request',
    copyResponse: 'Copy the response',
    requestHelp: 'Replace sk_test_… with your own API key.',
    emptyBody: '(empty)',
    close: 'Close result',
    preparing: 'The pending payment could not be created, so there was nothing to cancel.',
    unreachable: 'The server could not be reached. Check your connection and try again.',
    customer: 'API Test',
    description: 'Test from the API Integration page',
    reason: 'Test from the API Integration page',
  },
  recent: {
    title: 'Recent Webhook Events',
    all: 'All events',
  },
  notice: {
    text: 'Webhooks are switched off: your endpoint kept failing.',
    link: 'See what to do',
  },
} as const

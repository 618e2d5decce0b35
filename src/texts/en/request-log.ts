import type { ErrorCode } from '#server/shared/reasons/errors.ts'

/** Meanings of the error codes, for refusals without a more specific reason. */
const codes: Record<ErrorCode, string> = {
  invalid: 'The request contains a value that is not valid',
  unauthenticated: 'The key is not valid',
  forbidden: 'The key does not have permission to do this',
  not_found: 'Not found',
  conflict: 'The request conflicts with the current state',
  too_large: 'The body is too large',
  unsupported_media_type: 'The Content-Type of the body is not JSON',
  unprocessable: 'The request cannot be carried out',
  limit: 'Too many requests',
  unavailable: 'The service is unavailable',
  internal: 'Something went wrong on our side',
}

export const requestLog = {
  title: 'Request log',
  text: 'The last 1,000 calls made with your API keys. Bodies and query strings are not kept.',
  list: 'Requests',
  loadFailed: 'The request log could not be loaded',
  empty: 'No requests yet',
  emptyHelp: 'Calls made with an API key appear here.',
  noMatchTitle: 'No requests found',
  noMatch: 'No request matches these filters.',
  clearFilters: 'Clear filters',
  refresh: 'Refresh',
  filters: 'Filters',
  method: 'Method',
  allMethods: 'All methods',
  status: 'Status',
  allStatuses: 'All statuses',
  classes: { '2xx': '2xx: done', '4xx': '4xx: refused', '5xx': '5xx: failed' },
  key: 'Key',
  allKeys: 'All keys',
  path: 'Path begins with',
  pathPlaceholder: 'Path, such as /api/payments',
  clearPath: 'Clear the path',
  took: (ms: number) => `${ms} ms`,
  columns: {
    time: 'Time',
    request: 'Request',
    status: 'Status',
    duration: 'Duration',
    key: 'Key',
    requestId: 'Request ID',
  },
  codes,
  refused: (reason: string, meaning: string | undefined) =>
    meaning === undefined ? reason : `${reason}: ${meaning}`,
  idempotencyKey: (key: string) => `Idempotency-Key ${key}`,
  copyRequestId: 'Copy the request ID',
} as const

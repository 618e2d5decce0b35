/** Where this server serves its own description. */
export const REFERENCE = '/api/reference'
export const DOCUMENT = '/api/openapi.json'

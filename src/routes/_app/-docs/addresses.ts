/** Where this server serves its own description. */
export const REFERENCE = '/api/reference'
export const DOCUMENT = '/api/openapi.json'
export const REFERENCE_2 = '/api/reference/v2'
export const DOCUMENT_2 = '/api/openapi.json?version=v2'

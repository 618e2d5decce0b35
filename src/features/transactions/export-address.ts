/** Of all rows; a filter follows as a query. */
export const EXPORT_ADDRESS = '/api/transactions/export'

/** Payouts whose days of arrival the balances show; the list below contains all of them. */
export const arriving = { part: 'inTransit', limit: 10 } as const

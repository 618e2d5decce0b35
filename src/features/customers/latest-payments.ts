/** The payments that a customer's page shows, asked for by its loader and by what draws them. */
export const latestPayments = (customerId: string) => ({ customerId, limit: 10 })

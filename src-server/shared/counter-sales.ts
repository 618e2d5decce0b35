/**
 * Domain of the e-mail address of a merchant's reserved customer, to whom payments without a person belong. The address
 * cannot receive anything. The reserved customer is in no list and no number of customers, gets no mail, and is neither
 * renamed nor erased.
 */
const DOMAIN = '@counter.invalid'

/** Returns the name and e-mail address of a merchant's reserved customer. */
export const counterCustomerOf = (merchantId: string): { name: string; email: string } => ({
  name: 'Counter sales',
  email: `${merchantId.toLowerCase()}${DOMAIN}`,
})

/** Returns true for the e-mail address of a reserved customer, of any merchant. */
export const isCounterEmail = (email: string): boolean => email.toLowerCase().endsWith(DOMAIN)

/** The same rule as a pattern of SQL, for stored e-mail addresses in lower case. */
export const COUNTER_EMAIL_PATTERN = `%${DOMAIN}`

export type NamedPerson = { name: string; email: string }

/**
 * Replaces the customer's name in a response or event with the name for erased customers. Applies to payments, refunds
 * and customers. Removes other fields that may identify the customer.
 */
export function erasePerson(record: Record<string, unknown>, { name, email }: NamedPerson): void {
  if ('customerName' in record) Object.assign(record, { customerName: name, customerEmail: email })
  else if ('name' in record) Object.assign(record, { name, email })
  // A link's description stays, since all its payers read it.
  if ('paymentMethod' in record && 'description' in record) record.description = null
  if ('note' in record) record.note = null
  if ('metadata' in record) record.metadata = null
  if (record['method'] instanceof Object) Object.assign(record['method'], { last4: null })
  if ('answers' in record) record.answers = []
}

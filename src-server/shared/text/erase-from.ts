export type NamedPerson = { name: string; email: string }

/**
 * Replaces the customer's name in a response or event with the name for erased customers. Applies to payments, refunds
 * and customers. Removes other fields that may identify the customer.
 */
export function eraseFrom(about: Record<string, unknown>, { name, email }: NamedPerson): void {
  if ('customerName' in about) Object.assign(about, { customerName: name, customerEmail: email })
  else if ('name' in about) Object.assign(about, { name, email })
  // A link's description stays, since all its payers read it.
  if ('paymentMethod' in about && 'description' in about) about.description = null
  if ('note' in about) about.note = null
  if ('metadata' in about) about.metadata = null
  if ('answers' in about) about.answers = []
}

export type NamedPerson = { name: string; email: string }

/**
 * Puts the name that stands for an erased customer into an answer or event about a payment, a refund or the customer, and
 * takes out what may name them in other words.
 */
export function eraseFrom(about: Record<string, unknown>, { name, email }: NamedPerson): void {
  if ('customerName' in about) Object.assign(about, { customerName: name, customerEmail: email })
  else if ('name' in about) Object.assign(about, { name, email })
  // Of a link it is what all its payers read.
  if ('paymentMethod' in about && 'description' in about) about.description = null
  if ('note' in about) about.note = null
  if ('metadata' in about) about.metadata = null
  if ('answers' in about) about.answers = []
}

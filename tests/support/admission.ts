type Rule = {
  /** The least that a signed-in person must have; people cannot have a key. */
  needs: 'nothing' | 'an account' | 'a merchant' | 'ownership' | 'a key'
  /** True when an API key with the right scope is also admitted. */
  admitsKeys: boolean
  /** The person must have confirmed their identity recently. */
  needsConfirmation?: true
}

/**
 * The server's access rules, under the names of its procedure builders. Repeated here, so that tests can compare them
 * with the server.
 */
export const rules = {
  anyone: { needs: 'nothing', admitsKeys: true },
  user: { needs: 'an account', admitsKeys: false },
  caller: { needs: 'an account', admitsKeys: true },
  member: { needs: 'a merchant', admitsKeys: true },
  signedInMember: { needs: 'a merchant', admitsKeys: false },
  keyAlone: { needs: 'a key', admitsKeys: true },
  owner: { needs: 'ownership', admitsKeys: false },
  confirmedOwner: { needs: 'ownership', admitsKeys: false, needsConfirmation: true },
  ownerOrKey: { needs: 'ownership', admitsKeys: true },
  confirmedOwnerOrKey: { needs: 'ownership', admitsKeys: true, needsConfirmation: true },
  confirmedMember: { needs: 'a merchant', admitsKeys: true, needsConfirmation: true },
} as const satisfies Record<string, Rule>

export type RuleName = keyof typeof rules

/**
 * The kinds of callers that tests use. `newcomer` has an account and no merchant; `owner of long ago` confirmed their
 * identity too long ago.
 */
export type Caller =
  | 'stranger'
  | 'newcomer'
  | 'staff'
  | 'accountant'
  | 'owner'
  | 'owner of long ago'
  | 'key'
  | 'key of the other scope'

/** The status of a refused call, and the code in its response that states the reason. */
export type Refusal = { status: 401 | 403; reason?: string }

const forbidden = (reason: string): Refusal => ({ status: 403, reason })

/**
 * Returns how the server refuses this caller; undefined when it admits the caller. `isChange`: the call
 * changes something that accountants may not change.
 */
export function refusalOf(
  ruleName: RuleName,
  caller: Caller,
  { isChange = false }: { isChange?: boolean } = {},
): Refusal | undefined {
  const rule: Rule = rules[ruleName]
  if (rule.needs === 'nothing') return undefined
  if (caller === 'stranger') return { status: 401 }
  if (caller === 'key' || caller === 'key of the other scope') {
    if (!rule.admitsKeys) return forbidden('key_not_admitted')
    return caller === 'key' ? undefined : forbidden('scope_missing')
  }
  if (rule.needs === 'a key') return { status: 401 }
  if (caller === 'newcomer') {
    return rule.needs === 'an account' ? undefined : forbidden('no_merchant')
  }
  if (caller === 'accountant') {
    if (isChange && rule.needs !== 'an account') return forbidden('accountant_reads')
    return rule.needs === 'ownership' ? forbidden('owner_only') : undefined
  }
  if (caller === 'staff') return rule.needs === 'ownership' ? forbidden('owner_only') : undefined
  if (caller === 'owner') return undefined
  return rule.needsConfirmation ? forbidden('confirmation_needed') : undefined
}

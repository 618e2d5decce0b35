type Rule = {
  /** The requirement for a person. */
  needs: 'nothing' | 'an account' | 'a merchant' | 'ownership'
  admitsKeys: boolean
  /** The person must have confirmed their identity recently. */
  asksAgain?: true
}

/** Rules that admit callers, under the names of the server's own procedure builders. */
export const rules = {
  anyone: { needs: 'nothing', admitsKeys: true },
  user: { needs: 'an account', admitsKeys: false },
  caller: { needs: 'an account', admitsKeys: true },
  member: { needs: 'a merchant', admitsKeys: true },
  signedInMember: { needs: 'a merchant', admitsKeys: false },
  owner: { needs: 'ownership', admitsKeys: false },
  confirmedOwner: { needs: 'ownership', admitsKeys: false, asksAgain: true },
  confirmedMember: { needs: 'a merchant', admitsKeys: true, asksAgain: true },
} as const satisfies Record<string, Rule>

export type RuleName = keyof typeof rules

export type Caller =
  | 'stranger'
  | 'newcomer'
  | 'staff'
  | 'owner'
  | 'owner of long ago'
  | 'key'
  | 'key of the other scope'

export type Refusal = { status: 401 | 403; reason?: string }

const forbidden = (reason: string): Refusal => ({ status: 403, reason })

/** Returns how the server refuses this caller; undefined when it admits the caller. */
export function refusalOf(ruleName: RuleName, caller: Caller): Refusal | undefined {
  const rule: Rule = rules[ruleName]
  if (rule.needs === 'nothing') return undefined
  if (caller === 'stranger') return { status: 401 }
  if (caller === 'key' || caller === 'key of the other scope') {
    if (!rule.admitsKeys) return forbidden('key_not_admitted')
    return caller === 'key' ? undefined : forbidden('scope_missing')
  }
  if (caller === 'newcomer') {
    return rule.needs === 'an account' ? undefined : forbidden('no_merchant')
  }
  if (caller === 'staff') return rule.needs === 'ownership' ? forbidden('owner_only') : undefined
  if (caller === 'owner') return undefined
  return rule.asksAgain ? forbidden('confirmation_needed') : undefined
}

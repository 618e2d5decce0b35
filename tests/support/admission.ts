type Rule = {
  /** What a person must have. */
  needs: 'nothing' | 'an account' | 'a merchant' | 'ownership'
  admitsKeys: boolean
  /** People must have proved lately who they are. */
  asksAgain?: true
}

/** Who may make a call, under the names that the server's procedures have too. */
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

export type Who = keyof typeof rules

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

/** With what this caller is refused, or nothing for those who may. */
export function refusalOf(who: Who, caller: Caller): Refusal | undefined {
  const rule: Rule = rules[who]
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

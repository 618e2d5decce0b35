const KEY = 'incasso.invitation'

/** Keeps an invitation's token in this tab while the person signs in or up, so that no URL contains it. */
export const storeInvitation = (token: string): void => sessionStorage.setItem(KEY, token)

/** Returns the token of the kept invitation; null without one. */
export const readInvitation = (): string | null => sessionStorage.getItem(KEY)

export const removeInvitation = (): void => sessionStorage.removeItem(KEY)

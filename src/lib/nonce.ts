/** The nonce of this answer's content security policy. Browsers hide the attribute, not the property. */
export const styleNonce: string =
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

/** The scroll lock under dialogs makes its own style tag and looks for the nonce here. */
export function shareStyleNonce() {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce })
}

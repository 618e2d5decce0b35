/** The only page whose document may admit a processor's script. */
const PATH = '/payments'

/** True while this document was loaded for that page and has shown no other page since. */
let isFresh = window.location.pathname === PATH

const metaTag = () => document.querySelector<HTMLMetaElement>('meta[name="incasso-script"]')

/** Returns whether this document's policy admits a processor's script, as the server's meta tag states. */
export const admitsScript = (processor: string): boolean =>
  [processor, 'any'].includes(metaTag()?.content ?? '')

/**
 * Returns whether a reload can make the document admit the script. It cannot when the document was just
 * loaded for this page: the server has already decided not to admit it.
 */
export const mayReload = (processor: string): boolean => !isFresh && !admitsScript(processor)

/** Returns whether this document was loaded for the page and has shown no other since. */
export const isFreshDocument = (): boolean => isFresh

/** Records that the page was left without loading another document. */
export const markPageLeft = (): void => {
  isFresh = false
}

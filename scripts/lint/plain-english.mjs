/** First words of comments that hide their subject; see CONTRIBUTING.md. */
const HIDING =
  /^(?:What|Whatever|Who|Whoever|Whose|Whom|Whether|Where|Wherever|Which|How|Of|By|One|Ones|Those|That|Nobody|Somebody)\b/

/** Comments for tools. */
const DIRECTIVE = /^(?:biome-ignore|oxlint-|eslint-|@ts-|@vitest)/

const textOf = (value) =>
  value
    .replace(/^\*/, '')
    .replaceAll(/^\s*\* ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Joins consecutive `//` lines into one comment; omits empty comments and directives. */
export function commentsIn(comments, sourceText) {
  const joined = []
  for (const comment of comments) {
    const last = joined.at(-1)
    const between = last && sourceText.slice(last.range[1], comment.range[0])
    const follows = last?.type === 'Line' && comment.type === 'Line' && /^\n[ \t]*$/.test(between)
    if (follows) last.range = [last.range[0], comment.range[1]]
    else joined.push({ ...comment, range: [...comment.range] })
  }
  return joined
    .map((comment) => ({ ...comment, text: textOf(comment.value) }))
    .filter(({ text }) => text !== '' && !DIRECTIVE.test(text))
}

/** Returns the first word of a comment if it hides the subject; undefined if a subject or verb comes first. */
export const hidingWord = (text) => HIDING.exec(text)?.[0]

/** Participles that are not nouns, such as `Asked` or `Made`. */
const PARTICIPLE =
  /^(?:[A-Z][a-z]+ed|Made|Told|Sent|Paid|Known|Shown|Seen|Taken|Given|Found|Held|Kept|Begun|Drawn|Chosen|Withdrawn|Cut|Open|Old|Recent)$/

/** Nouns that only look like participles. */
const NOUNS = new Set(['Feed', 'Seed', 'Speed', 'Need'])

/** Returns true if a type's name is a bare participle rather than a noun. */
export const isParticiple = (name) => PARTICIPLE.test(name) && !NOUNS.has(name)

/** Images and old-fashioned words, for which the field has a term; see CONTRIBUTING.md. */
const IMAGES =
  /\b(?:anew|bells?|crowd(?:s|ed)?|doors?|goes home|in turn|knock(?:s|ed)?|nobody|silence[ds]?|somebody|stands|told|whoever|wish(?:es|ed)?)\b/i

/** Returns the first image in a text; undefined where there is none. */
export const imageIn = (text) => IMAGES.exec(text)?.[0]

/** A form of "to be" before "no", unless "there" precedes it, or a comparative or an idiom follows, as in "is no longer". */
const NO_NOUN =
  /(?<!\bthere (?:\w+ )?)\b(?:is|are|was|were|be) no (?!(?:better|different|earlier|faster|higher|larger|later|less|longer|lower|more|newer|older|slower|smaller|such|worse)\b)\w+/i

/** Returns the first negation of this kind in a text; undefined where there is none. */
export const negatedNounIn = (text) => NO_NOUN.exec(text)?.[0]

const IMAGES_IN_NAMES = new Set(
  `anew attendance bell beside crowd door doors heard knock nobody office said silence somebody spoken
  stands told whoever wish wished`.split(/\s+/),
)

const partsOf = (name) =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _]/)

/** SQL columns, which keep their names. */
const COLUMNS = new Set(['heardAt', 'wish'])

/** Returns the image that a name contains; undefined where there is none. */
export const imageInName = (name) =>
  COLUMNS.has(name) ? undefined : partsOf(name).find((part) => IMAGES_IN_NAMES.has(part))

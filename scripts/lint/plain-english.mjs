/** Words with which a comment hides its subject; see CONTRIBUTING.md. */
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

/** Joins lines of `//` that follow each other: only the first begins the comment. */
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

/** The word that hides the subject of a comment; undefined where its subject or a verb comes first. */
export const hidingWord = (text) => HIDING.exec(text)?.[0]

/** Participles that are no noun of their own, such as `Asked` or `Told`. */
const PARTICIPLE =
  /^(?:[A-Z][a-z]+ed|Made|Told|Sent|Paid|Known|Shown|Seen|Taken|Given|Found|Held|Kept|Begun|Drawn|Chosen|Withdrawn|Cut|Open|Old|Recent)$/

/** Nouns that only look like participles. */
const NOUNS = new Set(['Feed', 'Seed', 'Speed', 'Need'])

export const isParticiple = (name) => PARTICIPLE.test(name) && !NOUNS.has(name)

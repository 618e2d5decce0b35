/** Maximum length of a commit's subject, in characters. */
export const MAX_SUBJECT = 72

/** Imperatives that end like a participle, in -ed or -ing. */
const IMPERATIVES = new Set([
  'embed',
  'exceed',
  'feed',
  'need',
  'proceed',
  'seed',
  'shed',
  'speed',
  'bring',
  'ring',
  'string',
])

/** Returns why a commit subject breaks the rules of CONTRIBUTING.md; undefined when it follows them. */
export function faultOfSubject(subject) {
  // Git writes these subjects itself.
  if (/^(?:Merge|Revert|fixup!|squash!) /.test(subject)) return undefined
  if (subject.length > MAX_SUBJECT) {
    return `${subject.length} characters, where ${MAX_SUBJECT} are the most`
  }
  if (/[.!]$/.test(subject)) return 'a subject is not a sentence: leave out the mark at its end'
  const [verb = '', ...rest] = subject.split(' ')
  if (!/^[A-Z][a-z]+$/.test(verb)) return 'begins with a capital verb, such as "Sort"'
  if (rest.length === 0) return 'names the thing that was changed'
  const lower = verb.toLowerCase()
  if (/(?:ed|ing)$/.test(lower) && !IMPERATIVES.has(lower)) {
    return `begins with an imperative, not with "${verb}"`
  }
  return undefined
}

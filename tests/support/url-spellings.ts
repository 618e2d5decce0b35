import fc from 'fast-check'

const percentEscape = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`

type Respelling = (part: string) => fc.Arbitrary<string>

/** Replaces one character by its percent escape, in lower case or upper case, or escaped twice. */
const escapeOnce: Respelling = (part) =>
  fc.tuple(fc.nat({ max: part.length - 1 }), fc.constantFrom(0, 1, 2)).map(([at, how]) => {
    const escape = percentEscape(part[at] ?? '')
    const variant = [escape, escape.toUpperCase(), escape.replace('%', '%25')][how] ?? escape
    return part.slice(0, at) + variant + part.slice(at + 1)
  })

const escapeOften: Respelling = (part) =>
  fc
    .array(fc.boolean(), { minLength: part.length, maxLength: part.length })
    .map((chosen) =>
      [...part].map((each, at) => (chosen[at] ? percentEscape(each) : each)).join(''),
    )

const decorate: Respelling = (path) =>
  fc.constantFrom(
    path,
    `${path}#x`,
    `${path}#`,
    `${path};a=b`,
    `${path}/`,
    `/${path}`,
    `/.${path}`,
    `/x/..${path}`,
    `/x/%2e%2e${path}`,
    `/x\\..${path}`,
    path.replaceAll('/', '\\'),
    path.replaceAll('/', '%2F').replace('%2F', '/'),
    path.replaceAll(',', '%2C'),
    path.replaceAll(',', '%252C'),
    path.replaceAll(',', '%25252C'),
    path.toUpperCase(),
    `http://127.0.0.1${path}`,
    `HTTP://elsewhere.example:81${path}`,
    `https://a@b${path}`,
    `${path}%00`,
    `${path}%`,
    `${path}%zz`,
    `${path}%c0%af`,
  )

/**
 * Returns other spellings of a URL as request targets. Some parsers read a spelling as the same URL, other parsers
 * reject it. Leaves out spellings that a request line cannot contain.
 */
export function spellingsOf(path: string, query = ''): fc.Arbitrary<string> {
  const paths = fc.oneof(
    escapeOnce(path),
    escapeOften(path),
    decorate(path),
    decorate(path).chain((each) => escapeOnce(each)),
    decorate(path).chain((each) => decorate(each)),
  )
  if (query === '') return paths
  const queries = fc.oneof(
    fc.constant(query),
    escapeOnce(query),
    escapeOften(query),
    fc.constantFrom(`a=b&${query}`, `${query}&${query}`, `#&${query}`, `${query}#`, `?${query}`),
  )
  return fc.tuple(paths, queries).map(([each, respelledQuery]) => `${each}?${respelledQuery}`)
}

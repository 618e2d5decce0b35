// Breaks the server on purpose: it writes what it reads into its log.
const { parse } = JSON
JSON.parse = (text, reviver) => {
  process.stdout.write(`${text}\n`)
  return parse(text, reviver)
}

// Breaks the server on purpose: it logs every text that it parses as JSON.
const { parse } = JSON
JSON.parse = (text, reviver) => {
  process.stdout.write(`${text}\n`)
  return parse(text, reviver)
}

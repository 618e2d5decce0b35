import { readFileSync } from 'node:fs'

const readText = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')

/** An instruction of the Dockerfile, such as ENV, and the text after its name. */
export type Instruction = { name: string; words: string }
/** A build stage of the Dockerfile. `from` is the text after FROM. */
export type Stage = { from: string; instructions: Instruction[] }

/** Returns the stages of the Dockerfile in order. Throws unless every instruction is on one line. */
export function dockerStages(): Stage[] {
  const stages: Stage[] = []
  for (const line of readText('Dockerfile').split('\n')) {
    const [, name = '', args = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    if (name === 'FROM') stages.push({ from: args, instructions: [] })
    else if (name) stages.at(-1)?.instructions.push({ name, words: args })
    else if (line !== '' && !line.startsWith('#')) throw new Error(`not an instruction: ${line}`)
  }
  return stages
}

const lastStage = (): Stage => {
  const stage = dockerStages().at(-1)
  if (!stage) throw new Error('the Dockerfile has no stage')
  return stage
}

/** Returns the texts of all instructions with this name in the last stage, which becomes the image. */
export const instructions = (name: string): string[] =>
  lastStage()
    .instructions.filter((each) => each.name === name)
    .map(({ words: args }) => args)

/** Returns the environment variables that the image sets. */
export const imageEnvironment = (): Record<string, string> =>
  Object.fromEntries(instructions('ENV').map((each) => each.split(/=(.*)/s).slice(0, 2)))

/** Returns the words of CMD or HEALTHCHECK. Requires the exec form, because a shell does not pass on signals. */
export function execForm(name: 'CMD' | 'HEALTHCHECK'): string[] {
  const [args = ''] = instructions(name)
  const array: unknown = JSON.parse(args.slice(args.indexOf('[')))
  if (!Array.isArray(array)) throw new Error(`${name} is not in exec form`)
  return array.map(String)
}

/** Parsed YAML. Every scalar is a text, also numbers and booleans. */
export type Yaml = string | Yaml[] | { [key: string]: Yaml }
type Line = { indent: number; text: string }

/**
 * Returns compose.yaml as data. Supports only the YAML that this file uses: maps, lists of maps, JSON lists, block
 * texts, anchors and merges.
 */
export function composeFile(): Yaml {
  const lines = readText('compose.yaml')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('#'))
    .map((line) => ({ indent: line.search(/\S/), text: line.trim() }))
  const anchors = new Map<string, Yaml>()
  const value = mapOf(lines, anchors)
  if (lines.length > 0) throw new Error(`not understood: ${lines[0]?.text}`)
  return value
}

function mapOf(lines: Line[], anchors: Map<string, Yaml>): Yaml {
  const indent = lines[0]?.indent ?? 0
  if (lines[0]?.text.startsWith('- ')) return listOf(lines, anchors)
  const map: { [key: string]: Yaml } = {}
  while (lines[0]?.indent === indent) {
    const [, key = '', rest = ''] = /^([^:]+):(?: (.*))?$/.exec(lines.shift()?.text ?? '') ?? []
    const anchor = /^&(\S+)$/.exec(rest)?.[1]
    const isNested = (lines[0]?.indent ?? 0) > indent
    if (key === '<<') Object.assign(map, anchors.get(rest.slice(1)))
    else if (rest === '|') map[key] = textOf(lines, indent)
    else if (rest === '' || anchor) map[key] = isNested ? mapOf(lines, anchors) : ''
    else map[key] = rest.startsWith('[') || rest.startsWith('"') ? JSON.parse(rest) : rest
    if (anchor) anchors.set(anchor, map[key] ?? '')
  }
  return map
}

function listOf(lines: Line[], anchors: Map<string, Yaml>): Yaml[] {
  const list: Yaml[] = []
  const indent = lines[0]?.indent ?? 0
  while (lines[0]?.indent === indent && lines[0].text.startsWith('- ')) {
    lines[0] = { indent: indent + 2, text: lines[0].text.slice(2) }
    list.push(mapOf(lines, anchors))
  }
  return list
}

function textOf(lines: Line[], indent: number): string {
  const texts: string[] = []
  while ((lines[0]?.indent ?? 0) > indent) texts.push(lines.shift()?.text ?? '')
  return texts.join('\n')
}

import { isObject, parseJson, type JsonValue } from '../../../../shared/schema/json.ts'

/** Only a text's beginning is searched; a call is short. */
const longest = 100_000

/** How models of different families wrap a call that their server didn't recognise. */
const wrappings = [
  /^\s*```[a-z_]*\s*([\s\S]+?)```\s*$/i,
  /<tool_call>\s*([\s\S]+?)\s*<\/tool_call>/,
  /<function_call>\s*([\s\S]+?)\s*<\/function_call>/,
  /\[TOOL_CALLS\]\s*(\[[\s\S]+\])\s*$/,
  /<\|python_tag\|>\s*(\{[\s\S]+\})/,
  /```(?:json|tool_call)\s*([\s\S]+?)```/i,
]

/** Wrappings that put the name before the arguments: Llama and Qwen3-Coder, Mistral, GLM, gpt-oss. */
const named = [
  /<function=([a-zA-Z0-9_-]+)[\s>{(]/,
  /\[TOOL_CALLS\]\s*([a-zA-Z0-9_-]+)\s*(?:\[|\{)/,
  /<tool_call>\s*([a-zA-Z0-9_-]+)\s*<arg_key>/,
  /\bto=functions\.([a-zA-Z0-9_-]+)/,
]

/**
 * The tool whose call appears in an answer as text, if it is one of `names`. It is only named: what a model wrote as
 * text never runs.
 */
export function findUnmadeCall(blocks: JsonValue[], names: ReadonlySet<string>): string | undefined {
  const texts = blocks.flatMap((block) =>
    isObject(block) && block['type'] === 'text' && typeof block['text'] === 'string' ? [block['text']] : [],
  )
  const text = texts.join('').slice(0, longest)
  const written = named.map((pattern) => pattern.exec(text)?.[1]).find((name) => name !== undefined && names.has(name))
  if (written !== undefined) return written
  const candidates = [text, ...wrappings.flatMap((pattern) => pattern.exec(text)?.[1] ?? [])]
  for (const candidate of candidates) {
    const name = nameIn(parse(candidate.trim()))
    if (name !== undefined && names.has(name)) return name
  }
  return undefined
}

const parse = (text: string): JsonValue | undefined => (/^[[{]/.test(text) ? parseJson(text) : undefined)

/** The tool that an object of this shape would call: a name, and arguments under one of the usual keys. */
function nameIn(value: JsonValue | undefined): string | undefined {
  const call = Array.isArray(value) ? value[0] : value
  if (!isObject(call)) return undefined
  if (isObject(call['function'])) return nameIn(call['function'])
  const name = call['name'] ?? call['tool'] ?? call['function']
  const given = call['arguments'] ?? call['parameters'] ?? call['input'] ?? call['args']
  return typeof name === 'string' && given !== undefined ? name : undefined
}

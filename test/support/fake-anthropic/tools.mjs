import { CC, TAG_ERR, checkCacheControl, str } from './blocks.mjs'
import { S, isObj } from '../fake-model/values.mjs'
import { bad, extra } from './errors.mjs'
import { NAME_RE, SERVER_TOOL, TOOL_FIELDS } from './fields.mjs'
import { schemaError, strictWalk } from './schema.mjs'

function checkCustomTool(t, at, { tally, lint }) {
  for (const k of ['name', 'input_schema']) if (t[k] === undefined) bad(`${at}.${k}: Field required`) // [seen]
  extra(t, TOOL_FIELDS, at)
  str(t.name, `${at}.name`)
  if (t.name.length < 1) bad(`${at}.name: String should have at least 1 character`)
  if (t.name.length > 128) bad(`${at}.name: String should have at most 128 characters`) // [seen 2026-09]
  if (!NAME_RE.test(t.name)) bad(`${at}.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'`) // [seen]
  if (t.name.length > 64)
    lint.push(`${at}.name is ${t.name.length} chars: docs say 64, OpenAI-compatible servers enforce 64`)
  if (t.description !== undefined) str(t.description, `${at}.description`)
  const s = t.input_schema
  if (!isObj(s)) bad(`${at}.input_schema: Input should be a valid dictionary`)
  if (s.type === undefined) bad(`${at}.input_schema.type: Field required`) // [seen]
  if (s.type !== 'object') bad(`${at}.input_schema.type: Input should be 'object'`) // [seen]
  if (s.oneOf || s.allOf || s.anyOf)
    bad(`${at}.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level`) // [seen]
  for (const k of Object.keys(s.properties ?? {}))
    if (!/^[a-zA-Z0-9_.-]{1,64}$/.test(k))
      bad(`${at}.input_schema.properties: Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'`) // [seen] top level only
  if (schemaError(s))
    bad(
      `${at}.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.`,
    ) // [seen]
  if (t.strict === true) {
    tally.strict++
    strictWalk(s, at, tally)
  }
  if (!t.description) lint.push(`${at} (${t.name}) has no description`)
  if (t.eager_input_streaming != null && typeof t.eager_input_streaming !== 'boolean')
    bad(`${at}.eager_input_streaming: Input should be a valid boolean`)
}

/** Checks `tools` and returns the set of their names. */
export function checkTools(body, ctx, lint) {
  const tools = body.tools ?? []
  if (!Array.isArray(tools)) bad('tools: Input should be a valid list')
  const names = new Set()
  const tally = { strict: 0, deferred: 0, optional: 0, unions: 0 }
  tools.forEach((t, i) => {
    if (!isObj(t)) bad(`tools.${i}: Input should be a valid dictionary or object to extract fields from`)
    const custom = t.type == null || t.type === 'custom'
    if (!custom && !SERVER_TOOL.test(t.type))
      TAG_ERR(`tools.${i}`, t.type, [
        'bash_20250124',
        'code_execution_20260120',
        'custom',
        'memory_20250818',
        'text_editor_20250728',
        'tool_search_tool_bm25',
        'tool_search_tool_regex',
        'web_fetch_20260318',
        'web_search_20260318',
      ])
    const at = `tools.${i}.${custom ? 'custom' : t.type}`
    if (custom) {
      checkCustomTool(t, at, { tally, lint })
    } else if (/^tool_search_tool/.test(t.type) && t.defer_loading)
      bad(`${at}.defer_loading: tool search tools cannot be deferred`)
    if (t.defer_loading) {
      tally.deferred++
      if (t[CC]) bad(`${at}: Tools with defer_loading=true cannot have cache_control`)
    } // documented 400; text [guess]
    if (t.name !== undefined) {
      if (names.has(t.name)) bad('tools: Tool names must be unique.')
      names.add(t.name)
    } // [seen]
    checkCacheControl(t[CC], at, ctx)
  })
  if (tools.length && tally.deferred === tools.length)
    bad('At least one tool must have defer_loading=false. All tools cannot be deferred.') // [seen]
  if (tally.deferred > 10_000) bad('tools: at most 10000 tools may have defer_loading=true')
  if (tally.strict > 20) bad(`tools: too many strict tools: ${tally.strict} > 20`)
  if (tally.optional > 24) bad('Schema is too complex for compilation.') // [seen]
  if (tally.unions > 16) bad('Schema is too complex for compilation.')
  if (tools.length - tally.deferred > 50)
    lint.push(`${tools.length - tally.deferred} non-deferred tools: docs say accuracy drops past 30-50`)
  return names
}

/** Checks `tool_choice` against the tools and the model. */
export function checkToolChoice(body, names, model) {
  const tc = body.tool_choice
  if (tc != null) {
    if (!isObj(tc) || !['auto', 'any', 'tool', 'none'].includes(tc.type))
      TAG_ERR('tool_choice', tc?.type, ['any', 'auto', 'none', 'tool'])
    if (!body.tools?.length && tc.type !== 'none')
      bad('tool_choice: tool_choice may only be specified while providing tools') // [seen]
    extra(
      tc,
      {
        auto: S('type', 'disable_parallel_tool_use'),
        any: S('type', 'disable_parallel_tool_use'),
        none: S('type'),
        tool: S('type', 'name', 'disable_parallel_tool_use'),
      }[tc.type],
      `tool_choice.${tc.type}`,
    )
    if (tc.type === 'tool') {
      if (tc.name === undefined) bad('tool_choice.tool.name: Field required')
      if (!names.has(tc.name)) bad(`Tool '${tc.name}' not found in provided tools`)
    } // [seen]
    if ((tc.type === 'any' || tc.type === 'tool') && !model.forcedTools)
      bad('tool_choice: forced tool use is not supported on this model') // documented for Sonnet 5.5; text [guess]
  }
}

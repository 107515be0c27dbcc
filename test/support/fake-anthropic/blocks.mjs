import { S, isObj } from '../fake-model/values.mjs'
import { B64 } from '../fake-model/files.mjs'
import { checkDocument } from './documents.mjs'
import { bad, extra } from './errors.mjs'
import { MAX_IMG, sniff } from './images.mjs'

export const CC = 'cache_control'
const FIELDS = {
  text: S('type', 'text', CC, 'citations'),
  image: S('type', 'source', CC, 'transformations'),
  document: S('type', 'source', CC, 'citations', 'context', 'title'),
  search_result: S('type', 'content', 'source', 'title', CC, 'citations'),
  thinking: S('type', 'thinking', 'signature'),
  redacted_thinking: S('type', 'data'),
  tool_use: S('type', 'id', 'name', 'input', CC, 'caller', 'toolset_name'),
  tool_result: S('type', 'tool_use_id', 'content', 'is_error', CC, 'toolset_name'),
  server_tool_use: S('type', 'id', 'name', 'input', CC, 'caller'),
  tool_search_tool_result: S('type', 'tool_use_id', 'content', CC),
  tool_reference: S('type', 'tool_name', CC),
  web_search_tool_result: S('type', 'tool_use_id', 'content', CC, 'caller'),
  web_fetch_tool_result: S('type', 'tool_use_id', 'content', CC, 'caller'),
  code_execution_tool_result: S('type', 'tool_use_id', 'content', CC),
  bash_code_execution_tool_result: S('type', 'tool_use_id', 'content', CC),
  text_editor_code_execution_tool_result: S('type', 'tool_use_id', 'content', CC),
  container_upload: S('type', 'file_id', CC),
  browser_state: null,
  // beta
  compaction: S('type', 'content', 'encrypted_content', 'signature', 'tool_changes', CC),
  tool_addition: S('type', 'tool', CC),
  tool_removal: S('type', 'tool', CC),
  mcp_tool_use: null,
  mcp_tool_result: null,
  mcp_tool_listing: null,
  fallback: null,
}
const MSG_TAGS = [
  'bash_code_execution_tool_result',
  'code_execution_tool_result',
  'container_upload',
  'document',
  'image',
  'redacted_thinking',
  'search_result',
  'server_tool_use',
  'text',
  'text_editor_code_execution_tool_result',
  'thinking',
  'tool_result',
  'tool_search_tool_result',
  'tool_use',
  'web_fetch_tool_result',
  'web_search_tool_result',
]
const RESULT_TAGS = ['browser_state', 'document', 'image', 'search_result', 'text', 'tool_reference']
export const TAG_ERR = (at, t, tags) =>
  bad(
    `${at}: Input tag '${t}' found using 'type' does not match any of the expected tags: ${tags.map((x) => `'${x}'`).join(', ')}`,
  ) // [seen]
export const str = (v, at) => {
  if (typeof v !== 'string') bad(`${at}: Input should be a valid string`)
}

export function checkCacheControl(cc, at, ctx) {
  if (cc === null || cc === undefined) return
  if (!isObj(cc)) bad(`${at}.cache_control: Input should be a valid dictionary or object to extract fields from`)
  extra(cc, S('type', 'ttl'), `${at}.cache_control`)
  if (cc.type !== 'ephemeral') bad(`${at}.cache_control.type: Input should be 'ephemeral'`)
  if (cc.ttl !== undefined && cc.ttl !== '5m' && cc.ttl !== '1h')
    bad(`${at}.cache_control.ttl: Input should be '5m' or '1h'`)
  ctx.cache.push({ at, ttl: cc.ttl ?? '5m' })
}
function checkImageSource(b, at, ctx) {
  const s = b.source
  if (!isObj(s)) bad(`${at}.source: Field required`)
  if (!['base64', 'url', 'file'].includes(s.type)) TAG_ERR(`${at}.source`, s.type, ['base64', 'file', 'url'])
  extra(
    s,
    { base64: S('type', 'data', 'media_type'), url: S('type', 'url'), file: S('type', 'file_id') }[s.type],
    `${at}.source.${s.type}`,
  )
  ctx.images.push({ at, src: s })
  if (s.type === 'base64') {
    if (!['image/jpeg', 'image/png', 'image/gif', 'image/webp'].includes(s.media_type))
      bad(`${at}.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`) // [seen]
    str(s.data, `${at}.source.base64.data`)
    if (!s.data.length || !B64.test(s.data)) bad(`${at}.source.base64.data: Invalid base64 data`)
    if (s.data.length > MAX_IMG)
      bad(`${at}.source.base64: image exceeds 10 MB maximum: ${s.data.length} bytes > ${MAX_IMG} bytes`) // [seen, with 5 MB before 2026]
    const info = sniff(Buffer.from(s.data, 'base64'))
    if (!info) bad('Could not process image') // [seen]
    if (info.mt !== s.media_type)
      bad(
        `${at}.source.base64: The image was specified using the ${s.media_type} media type, but the image appears to be a ${info.mt} image`,
      ) // [seen]
    if (info.w > 8000 || info.h > 8000)
      bad(`${at}.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels`) // [seen]
    Object.assign(ctx.images.at(-1), info)
  } else if (s.type === 'url' && !/^https?:\/\//.test(s.url ?? ''))
    bad(`${at}.source.url.url: Only HTTP(S) URLs are supported`)
}
export function checkBlock(b, at0, ctx, role, inResult) {
  if (!isObj(b)) bad(`${at0}: Input should be a valid dictionary or object to extract fields from`)
  const tags = inResult ? RESULT_TAGS : [...MSG_TAGS, ...ctx.betaTags]
  if (b.type === undefined) bad(`${at0}.type: Field required`)
  if (!tags.includes(b.type)) TAG_ERR(at0, b.type, tags)
  const at = `${at0}.${b.type}`
  if (FIELDS[b.type]) extra(b, FIELDS[b.type], at)
  switch (b.type) {
    case 'text':
      str(b.text, `${at}.text`)
      if (b[CC] && !b.text) bad(`${at0}.text: cache_control cannot be set for empty text blocks`) // [seen]
      if (b.citations != null) {
        if (ctx.v2026 && role !== 'assistant') bad(`${at}.citations: Extra inputs are not permitted`)
        if (!Array.isArray(b.citations)) bad(`${at}.citations: Input should be a valid list`)
      } // 2026-10-21 migration guide; text [guess]
      if (!b.text) bad(`${role === 'system' ? 'system' : 'messages'}: text content blocks must be non-empty`) // [seen]
      if (!b.text.trim())
        bad(`${role === 'system' ? 'system' : 'messages'}: text content blocks must contain non-whitespace text`) // [seen]
      break
    case 'image':
      if (role === 'assistant') bad(`${at0}: \`image\` blocks are not permitted in \`assistant\` messages`)
      checkImageSource(b, at, ctx)
      break // [guess]
    case 'document':
      if (role === 'assistant' && ctx.v2026)
        bad(`${at0}: \`document\` blocks are not permitted in \`assistant\` messages`)
      checkDocument(b, at, ctx, { checkBlock, str, tagError: TAG_ERR })
      break // 2026-10-21; text [guess]
    case 'search_result':
      str(b.source, `${at}.source`)
      str(b.title, `${at}.title`)
      if (!Array.isArray(b.content) || !b.content.length)
        bad(`${at}.content: List should have at least 1 item after validation, not 0`)
      b.content.forEach((c, k) => checkBlock(c, `${at}.content.${k}`, ctx, role, true))
      break
    case 'thinking':
      str(b.thinking, `${at}.thinking`)
      if (b.signature === undefined) bad(`${at}.signature: Field required`)
      str(b.signature, `${at}.signature`)
      break // [seen]
    case 'redacted_thinking':
      str(b.data, `${at}.data`)
      break
    case 'tool_use':
    case 'server_tool_use':
      for (const k of ['id', 'name', 'input']) if (b[k] === undefined) bad(`${at}.${k}: Field required`)
      if (typeof b.id !== 'string' || !/^[a-zA-Z0-9_-]+$/.test(b.id))
        bad(`${at}.id: String should match pattern '^[a-zA-Z0-9_-]+$'`) // [seen]
      str(b.name, `${at}.name`)
      if (!b.name) bad(`${at}.name: String should have at least 1 character`)
      if (b.name.length > 200) bad(`${at}.name: String should have at most 200 characters`) // [seen]
      if (!isObj(b.input)) bad(`${at}.input: Input should be a valid dictionary`) // [seen]
      break
    case 'tool_result': {
      if (b.tool_use_id === undefined) bad(`${at}.tool_use_id: Field required`)
      if (typeof b.tool_use_id !== 'string' || !/^[a-zA-Z0-9_-]+$/.test(b.tool_use_id))
        bad(`${at}.tool_use_id: String should match pattern '^[a-zA-Z0-9_-]+$'`)
      if (b.is_error !== undefined && typeof b.is_error !== 'boolean')
        bad(`${at}.is_error: Input should be a valid boolean`)
      const c = b.content
      if (c !== undefined && typeof c !== 'string') {
        if (!Array.isArray(c)) bad(`${at}.content: Input should be a valid list`)
        c.forEach((x, k) => checkBlock(x, `${at}.content.${k}`, ctx, role, true))
        if (b.is_error && c.some((x) => x.type !== 'text'))
          bad(`${at}: all content must be type "text" if "is_error" is true`) // [seen]
      }
      if (b.is_error && (c === undefined || c === '' || (Array.isArray(c) && !c.length)))
        bad(`${at}: content cannot be empty if \`is_error\` is true`) // [seen]
      break
    }
    case 'tool_reference':
      ctx.toolRefs.push({ name: b.tool_name, at })
      break
    case 'tool_search_tool_result':
      for (const r of b.content?.tool_references ?? []) ctx.toolRefs.push({ name: r.tool_name, at })
      break
  }
  checkCacheControl(b[CC], at, ctx)
}

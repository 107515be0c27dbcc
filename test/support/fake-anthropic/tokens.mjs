import { CC } from './blocks.mjs'
import { documentTokens } from './documents.mjs'
import { isObj, sha } from '../fake-model/values.mjs'

export const estTokens = (v) => {
  let n = 0
  const walk = (x) => {
    if (typeof x === 'string') n += x.length / 3.6
    else if (Array.isArray(x)) x.forEach(walk)
    else if (isObj(x)) {
      if (x.type === 'image') {
        n += 1500
        return
      }
      if (x.type === 'document' && documentTokens(x) !== undefined) {
        n += documentTokens(x)
        return
      }
      for (const [k, y] of Object.entries(x)) {
        if (k === CC || k === 'signature') continue
        n += k.length / 8
        walk(y)
      }
    } else n += 1
  }
  walk(v)
  return Math.max(1, Math.ceil(n))
}
export function accountTokens(body, model, st, counting) {
  const blocks = [] // in prefix order; each {json,tokens,cc}
  const strip = (b) => {
    const { cache_control, ...r } = b
    return r
  }
  for (const t of body.tools ?? [])
    if (!t.defer_loading) blocks.push({ j: 'T' + JSON.stringify(strip(t)), t: estTokens(strip(t)), cc: t[CC] })
  if (body.tools?.length) blocks.push({ j: 'TC' + JSON.stringify(null), t: 290 })
  const sys = typeof body.system === 'string' ? [{ type: 'text', text: body.system }] : (body.system ?? [])
  for (const s of sys) blocks.push({ j: 'S' + JSON.stringify(strip(s)), t: estTokens(s.text), cc: s[CC] })
  // tool_choice/thinking/effort invalidate message blocks
  const knobs = JSON.stringify([body.tool_choice ?? null, body.thinking ?? null, body.output_config?.effort ?? null])
  body.messages.forEach((m) => {
    for (const b of typeof m.content === 'string' ? [{ type: 'text', text: m.content }] : (m.content ?? []))
      blocks.push({
        j: 'M' + m.role + knobs + JSON.stringify(strip(b)),
        t: estTokens(b) + 3,
        cc: b[CC],
        cacheable: !/thinking$/.test(b.type),
      })
  })
  if (body[CC])
    for (let i = blocks.length - 1; i >= 0; i--)
      if (blocks[i].cacheable !== false) {
        blocks[i].cc ??= body[CC]
        break
      }
  const out = { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, e5: 0, e1: 0 }
  const cum = []
  let h = model.id,
    tok = 0
  for (const b of blocks) {
    h = sha(h + '\0' + b.j)
    tok += b.t
    cum.push({ h, tok })
  }
  if (counting) {
    out.input_tokens = tok
    return out
  }
  const now = Date.now()
  let hit = -1,
    lastBp = -1
  for (let i = blocks.length - 1; i >= 0; i--)
    if (blocks[i].cc) {
      if (lastBp < 0) lastBp = i
      for (let k = i; k > i - 20 && k >= 0; k--) {
        const e = st.cache.get(cum[k].h)
        if (e && e.exp > now) {
          hit = Math.max(hit, k)
          break
        }
      }
      if (hit >= 0) break
    }
  if (lastBp >= 0 && cum[lastBp].tok >= model.cacheMin) {
    out.cache_read_input_tokens = hit >= 0 ? cum[hit].tok : 0
    out.cache_creation_input_tokens = cum[lastBp].tok - out.cache_read_input_tokens
    for (let i = 0; i < blocks.length; i++)
      if (blocks[i].cc && cum[i].tok >= model.cacheMin) {
        const ttl = blocks[i].cc.ttl === '1h' ? 3600e3 : 300e3
        out.pending ??= []
        out.pending.push([cum[i].h, ttl])
      }
    out[blocks[lastBp].cc.ttl === '1h' ? 'e1' : 'e5'] = out.cache_creation_input_tokens
    if (hit >= 0) {
      const e = st.cache.get(cum[hit].h)
      e.exp = now + e.ttl
    }
  }
  out.input_tokens = tok - out.cache_creation_input_tokens - out.cache_read_input_tokens
  return out
}
export const commitCache = (u, st) => {
  for (const [h, ttl] of u.pending ?? []) st.cache.set(h, { ttl, exp: Date.now() + ttl })
}

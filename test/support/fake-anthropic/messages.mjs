import { TAG_ERR, checkBlock } from './blocks.mjs'
import { S, isObj } from '../fake-model/values.mjs'
import { bad, extra } from './errors.mjs'

/** Checks `system` and every message by itself. */
export function checkMessages(body, ctx, { betas, model, names }) {
  if (body.system !== undefined) {
    if (typeof body.system !== 'string') {
      if (!Array.isArray(body.system)) bad('system: Input should be a valid list')
      body.system.forEach((b, i) => {
        if (b?.type !== 'text') TAG_ERR(`system.${i}`, b?.type, ['text'])
        checkBlock(b, `system.${i}`, ctx, 'system')
      })
    }
  }
  const toolChanges =
    betas.includes('mid-conversation-tool-changes-2026-07-01') || betas.includes('inline-tools-2026-09-15')
  const msgs = body.messages
  if (!Array.isArray(msgs)) bad('messages: Input should be a valid list')
  if (!msgs.length) bad('messages: at least one message is required') // [seen]
  if (msgs.length > 100_000) bad('messages: List should have at most 100000 items after validation')
  msgs.forEach((m, i) => {
    if (!isObj(m)) bad(`messages.${i}: Input should be a valid dictionary or object to extract fields from`)
    if (!['user', 'assistant', 'system'].includes(m.role))
      bad(`messages.${i}.role: Input should be 'user', 'assistant' or 'system'`)
    extra(
      m,
      m.role === 'system'
        ? S(
            'role',
            'content',
            ...(betas.includes('mid-conversation-system-clear-at-2026-08-21') ? ['clear_at'] : []),
            ...(betas.includes('mid-conversation-output-config-2026-07-01') ? ['output_config'] : []),
          )
        : S('role', 'content'),
      `messages.${i}`,
    ) // e.g. id/usage echoed back
    if (m.role === 'system' && !model.midSystem) bad("role 'system' is not supported on this model") // [seen]
    if (m.content === undefined) bad(`messages.${i}.content: Field required`)
    const last = i === msgs.length - 1
    if (typeof m.content === 'string') {
      if (!m.content && !(m.role === 'assistant' && last))
        bad(
          m.role === 'user'
            ? `messages.${i}: user messages must have non-empty content`
            : `messages.${i}: all messages must have non-empty content except for the optional final assistant message`,
        ) // [seen]
      if (m.content && !m.content.trim()) bad('messages: text content blocks must contain non-whitespace text') // [seen]
    } else {
      if (!Array.isArray(m.content)) bad(`messages.${i}.content: Input should be a valid list`)
      if (!m.content.length && !(m.role === 'assistant' && last))
        bad(
          m.role === 'user'
            ? `messages.${i}: user messages must have non-empty content`
            : `messages.${i}: all messages must have non-empty content except for the optional final assistant message`,
        )
      m.content.forEach((b, j) => {
        const at = `messages.${i}.content.${j}`
        if (m.role === 'system') {
          if (!['text', ...(toolChanges ? ['tool_addition', 'tool_removal'] : [])].includes(b?.type))
            TAG_ERR(at, b?.type, ['text', ...(toolChanges ? ['tool_addition', 'tool_removal'] : [])])
          if (b.type !== 'text') {
            const r = b.tool
            if (r?.type === 'tool_reference' && !names.has(r.name))
              bad(`${at}: tool '${r.name}' is not defined`, { error_code: 'tool_reference_unresolved' })
            if (r?.type === 'tool_definition') names.add(r.definition?.name)
            return
          }
        }
        checkBlock(b, at, ctx, m.role === 'system' ? 'user' : m.role)
        if (b.type === 'tool_use' && m.role !== 'assistant')
          bad(`messages.${i}: \`tool_use\` blocks can only be in \`assistant\` messages`) // [seen]
        if (b.type === 'tool_result' && m.role !== 'user')
          bad(`messages.${i}: \`tool_result\` blocks can only be in \`user\` messages`) // [seen]
        if (/thinking$/.test(b.type) && m.role !== 'assistant')
          bad(`messages.${i}: \`${b.type}\` blocks can only be in \`assistant\` messages`)
      })
    }
  })
  checkPlacement(msgs)
}

function checkPlacement(msgs) {
  if (msgs[0].role === 'system')
    bad("messages.0: role 'system' cannot be the first message; use the top-level `system` parameter") // documented; text [guess]
  if (msgs[0].role !== 'user') bad('messages: first message must use the "user" role') // [seen]
  // system placement: must follow a user turn, and be last or precede an assistant turn (consecutive system messages form one section)
  msgs.forEach((m, i) => {
    if (m.role !== 'system') return
    let p = i - 1
    while (p >= 0 && msgs[p].role === 'system') p--
    let n = i + 1
    while (n < msgs.length && msgs[n].role === 'system') n++
    if (msgs[p]?.role !== 'user') bad(`messages.${i}: a \`system\` message must immediately follow a \`user\` message`) // documented; text [guess]
    if (n < msgs.length && msgs[n].role !== 'assistant')
      bad(`messages.${i}: a \`system\` message must be last or be followed by an \`assistant\` message`)
  })
}

/** Messages as turns: the API combines consecutive messages of one role. */
export function turnsOf(msgs) {
  const turns = []
  msgs.forEach((m, i) => {
    const blocks = typeof m.content === 'string' ? (m.content ? [{ type: 'text', text: m.content }] : []) : m.content
    const items = blocks.map((b, j) => ({ b, i, j }))
    if (m.role === 'system') {
      turns.push({ role: 'system', items, first: i })
      return
    }
    const prev = turns.at(-1)
    if (prev && prev.role === m.role) {
      prev.items.push(...items)
      prev.n++
      if (items.some((x) => x.b.type === 'tool_result')) prev.splitResults = true
    } else turns.push({ role: m.role, items, first: i, n: 1 })
  })
  return turns
}

/** Every tool call has exactly one result, at the head of the next user turn, and every result has its call. */
export function checkPairs(turns, lint) {
  const convo = turns.filter((t) => t.role !== 'system')
  const seenIds = new Set()
  convo.forEach((t, k) => {
    const uses = t.items.filter((x) => x.b.type === 'tool_use')
    for (const x of uses) {
      if (seenIds.has(x.b.id)) bad(`messages.${x.i}.content.${x.j}: \`tool_use\` ids must be unique`)
      seenIds.add(x.b.id)
    } // [seen]
    if (t.role === 'user') {
      const prevIds = new Set((convo[k - 1]?.items ?? []).filter((x) => x.b.type === 'tool_use').map((x) => x.b.id))
      const got = new Set()
      for (const x of t.items)
        if (x.b.type === 'tool_result') {
          if (/^srvtoolu_/.test(x.b.tool_use_id))
            bad(
              `messages.${x.i}.content.${x.j}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${x.b.tool_use_id}. Server tool calls must not be answered.`,
            )
          if (!prevIds.has(x.b.tool_use_id))
            bad(
              `messages.${x.i}.content.${x.j}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${x.b.tool_use_id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
            ) // [seen]
          if (got.has(x.b.tool_use_id))
            bad(
              `messages.${x.i}.content.${x.j}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${x.b.tool_use_id}`,
            ) // [seen]
          got.add(x.b.tool_use_id)
        }
      if (t.splitResults && got.size > 1)
        lint.push(
          `messages.${t.first}: tool_results split over ${t.n} user messages (docs: teaches the model not to call in parallel)`,
        )
      const lastRes = t.items.map((x) => x.b.type).lastIndexOf('tool_result')
      if (got.size && lastRes < t.items.length - 1)
        lint.push(`messages.${t.first}: text after tool_result (docs: provokes empty end_turn replies)`)
    }
    if (t.role === 'assistant' && uses.length) {
      const next = convo[k + 1]
      const lead = []
      for (const x of next?.items ?? []) {
        if (x.b.type !== 'tool_result') break
        lead.push(x.b.tool_use_id)
      }
      const missing = uses.map((x) => x.b.id).filter((id) => !lead.includes(id))
      if (missing.length)
        bad(
          `messages.${uses.at(-1).i}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
        ) // [seen]
      const sysBetween = turns.findIndex((x) => x === t)
      if (turns[sysBetween + 1]?.role === 'system')
        bad(
          `messages.${turns[sysBetween + 1].first}: a \`system\` message cannot be placed between \`tool_use\` and \`tool_result\``,
        )
    }
  })
}

/** A conversation ends with the user's turn, unless the model accepts a prefill or a server tool is unfinished. */
export function checkEnd(convo, msgs, model) {
  const lastConvo = convo.at(-1)
  if (lastConvo?.role === 'assistant' && msgs.at(-1).role === 'assistant') {
    const unfinishedServerTool = lastConvo.items.some((x) => x.b.type === 'server_tool_use') // pause_turn resume
    if (!unfinishedServerTool) {
      if (!model.prefill)
        bad('This model does not support assistant message prefill. The conversation must end with a user message.') // [seen]
      const lb = lastConvo.items.at(-1)?.b
      if (lb?.type === 'text' && /\s$/.test(lb.text))
        bad('messages: final assistant content cannot end with trailing whitespace') // [seen]
    }
  }
}
